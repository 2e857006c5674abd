import { useMediaQuery } from '../ui/use-media-query.ts'

/** As `md:` of the shell, which shows the sidebar from there on. */
const hasSidebar = window.matchMedia('(min-width: 48rem)')

const beside = {
  pin: 'Pin to the sidebar',
  hint: 'It stands there with how many takes are new, until you unpin it.',
  kept: 'it is kept here, and in the sidebar with how many takes are new',
  done: 'pinned to the sidebar',
}

/** On a phone what is pinned stands in no bar: it is the list of them that tells what is new. */
const listed: typeof beside = {
  pin: 'Pin',
  hint: 'The saved searches on Search tell how many takes are new in it, until you unpin it.',
  kept: 'it is kept here, with how many takes are new',
  done: 'pinned',
}

/** What pinning does, where one sees it. */
export function usePinWords(): typeof beside {
  return useMediaQuery(hasSidebar) ? beside : listed
}
