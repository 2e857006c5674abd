import type { Tool } from './tool.ts'
import { addComment } from './tools/add-comment.ts'
import { captureTake } from './tools/capture-take.ts'
import { changeTakes, listChanges, undoChange } from './tools/changes.ts'
import { compareTakes } from './tools/compare-takes.ts'
import { countTakes } from './tools/count-takes.ts'
import { exportTakes, readExport } from './tools/exports.ts'
import { findScene } from './tools/find-scene.ts'
import { getTake } from './tools/get-take.ts'
import { giveVerdict } from './tools/give-verdict.ts'
import { listComments } from './tools/list-comments.ts'
import { listOpenNotes } from './tools/list-open-notes.ts'
import { listProjects } from './tools/list-projects.ts'
import { listShots } from './tools/list-shots.ts'
import { listTakes } from './tools/list-takes.ts'
import { markTake } from './tools/mark-take.ts'
import { readCut } from './tools/read-cut.ts'
import { listPlaylists, readPlaylist } from './tools/read-playlists.ts'
import { listReviewSessions, readReviewSession } from './tools/read-reviews.ts'
import { readText } from './tools/read-text.ts'
import {
  changeSavedSearch,
  listSavedSearches,
  removeSavedSearch,
  saveSearch,
} from './tools/saved-searches.ts'
import { searchPlaces } from './tools/search-places.ts'
import { searchTakes } from './tools/search-takes.ts'
import { selectTake, unselectTake } from './tools/select-take.ts'
import { setStatus } from './tools/set-status.ts'
import { changeTags, listTags, setTagColor } from './tools/tags.ts'
import { listTrash, restoreDeleted } from './tools/trash.ts'
import { addToPlaylist, createPlaylist } from './tools/write-playlists.ts'

/** All of them, in the order in which an agent needs them. */
export const tools: readonly Tool[] = [
  listProjects,
  findScene,
  searchPlaces,
  listShots,
  readCut,
  searchTakes,
  countTakes,
  listSavedSearches,
  saveSearch,
  changeSavedSearch,
  removeSavedSearch,
  listTakes,
  getTake,
  readText,
  compareTakes,
  listOpenNotes,
  listComments,
  listReviewSessions,
  readReviewSession,
  captureTake,
  selectTake,
  unselectTake,
  setStatus,
  changeTakes,
  listChanges,
  undoChange,
  listTrash,
  restoreDeleted,
  markTake,
  listTags,
  changeTags,
  setTagColor,
  addComment,
  giveVerdict,
  listPlaylists,
  readPlaylist,
  createPlaylist,
  addToPlaylist,
  exportTakes,
  readExport,
]
