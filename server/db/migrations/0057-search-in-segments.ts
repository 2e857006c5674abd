import type { Engine } from '../database.ts'

/**
 * The index of the search on PostgreSQL is kept by segments: which versions of one have a word is a row, written once, as the segment is.
 * An index of the database's own took twelve times as long to write to. What there was is made anew. (docs/decisions/0060-search.md)
 */
export function up(engine: Engine): string[] {
  if (engine === 'sqlite') return []
  return [
    'drop index search_documents_by_term',
    'drop function search_terms(bytea)',
    // Those of documents that are gone from the index wait for their postings to be deleted.
    `create table search_segments (
      id bigint generated always as identity primary key,
      first_number bigint not null,
      last_number bigint not null,
      documents integer not null,
      is_gone integer not null default 0
    )`,
    'create unique index search_segments_by_number on search_segments (first_number) where is_gone = 0',
    'create index search_segments_gone on search_segments (id) where is_gone = 1',
    // Numbers of documents ascend; each is written as how much more it is than the one before, the first than that of the segment
    // less one, seven bits a byte, the last of them first (LEB128).
    `create table search_postings (
      segment_id bigint not null,
      word integer not null,
      documents bytea not null,
      primary key (segment_id, word)
    )`,
    // From this number on documents are in no segment yet.
    'alter table search_progress add column open_from bigint not null default 1',
  ]
}
