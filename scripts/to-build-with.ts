/**
 * What something is built with, which `npm ci --omit=dev` does not install. Where it is not there, says what to do and ends the
 * process: as well done where it was asked to build only `--if-possible`, as `npm ci` does.
 */
export async function toBuildWith<T>(what: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    console.error(
      `What builds ${what} is not installed, and what is here was not built from these sources. Run "npm ci && npm run build", ` +
        'and then "npm prune --omit=dev" if what builds it is not to stay.',
    )
    process.exit(process.argv.includes('--if-possible') ? 0 : 1)
  }
}
