// Whether the service of this container answers: for HEALTHCHECK, and without a shell.
const port = process.env.DAILIES_PORT || '8787'
const isSecure = Boolean(process.env.DAILIES_TLS_CERTIFICATE)
// Its certificate is for another name than the loopback's.
if (isSecure) process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
const { get } = await import(isSecure ? 'node:https' : 'node:http')
const asked = get({ host: '127.0.0.1', port, path: '/healthz', timeout: 4000 }, (answer) => {
  process.exit(answer.statusCode === 200 ? 0 : 1)
})
asked.on('timeout', () => process.exit(1))
asked.on('error', () => process.exit(1))
