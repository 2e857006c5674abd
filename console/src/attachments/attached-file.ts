/** A file that goes with a comment which is not sent yet, or that one has. */
export interface AttachedFile {
  /** By which this browser keeps it. */
  key: string
  name: string
  bytes: number
  /** Once the service has it. */
  id?: string | undefined
}
