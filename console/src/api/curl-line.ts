interface Asked {
  path: string
  token?: string
  /** With one it is a POST. */
  body?: object
}

/** A line for a shell that asks the service, ready to copy. */
export function curlLine({ path, token = 'svc_YOUR_TOKEN', body }: Asked): string {
  return [
    `curl ${quoted(location.origin + path)}`,
    `-H ${quoted(`Authorization: Bearer ${token}`)}`,
    ...(body ? [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body, null, 2))}`] : []),
  ].join(' \\\n  ')
}

/** For a shell. A quote inside single quotes: end them, quote it, begin them again. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'"'"'`)}'`
}
