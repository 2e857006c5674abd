/** What somebody dropped or chose: files, and folders that are still to be looked through. */
export interface Dropped {
  files: File[]
  folders: FileSystemDirectoryEntry[]
}

/** To be asked while the event is handled: browsers forget it after. */
export function droppedOf({ items }: DataTransfer): Dropped {
  const dropped: Dropped = { files: [], folders: [] }
  for (const item of items) {
    if (item.kind !== 'file') continue
    const entry = item.webkitGetAsEntry?.()
    if (entry?.isDirectory) dropped.folders.push(entry as FileSystemDirectoryEntry)
    const file = entry?.isDirectory ? null : item.getAsFile()
    if (file) dropped.files.push(file)
  }
  return dropped
}
