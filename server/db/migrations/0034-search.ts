import type { Engine } from '../database.ts'

/**
 * Which asset versions the search has not seen as they are now: the database itself writes them down, in the transaction that
 * changes them, whichever rule or command that is. On PostgreSQL the index is a table, too; on SQLite it is a file of its own.
 * (docs/decisions/0060-search.md)
 */
export function up(engine: Engine): string[] {
  return engine === 'sqlite' ? ofSqlite() : ofPostgres()
}

/** What of a version and of its comments searches look at and may change. */
const searched = 'title, notes, tags, status, selected, rights_state, shot_id, scene_id, project_id'

function ofSqlite(): string[] {
  const waits = (version: string) => `begin insert into search_waiting (version_id) values (${version}); end`
  return [
    // No number is given twice: whoever has taken one up deletes what waits up to there.
    'create table search_waiting (number integer primary key autoincrement, version_id text not null)',
    // Of this database and of no copy: an index that was made of another one is none.
    'create table search_origin (id text primary key) without rowid',
    'insert into search_origin (id) values (lower(hex(randomblob(16))))',
    `create trigger search_captured after insert on asset_versions ${waits('new.id')}`,
    `create trigger search_edited after update of ${searched} on asset_versions ${waits('new.id')}`,
    `create trigger search_deleted after delete on asset_versions ${waits('old.id')}`,
    `create trigger search_commented after insert on comments ${waits('new.asset_version_id')}`,
    `create trigger search_comment_edited after update of text, deleted_at on comments ${waits('new.asset_version_id')}`,
    `create trigger search_comment_deleted after delete on comments ${waits('old.asset_version_id')}`,
  ]
}

function ofPostgres(): string[] {
  const text = 'text collate "C"'
  const waits = (name: string, column: string, rows: string) =>
    `create function ${name}() returns trigger language plpgsql as $$ begin
      insert into search_waiting (version_id) select ${column} from ${rows}; return null; end $$`
  const whenever = (what: string, rows: string) => `referencing ${what} table as ${rows} for each statement`
  return [
    `create table search_waiting (number bigint generated always as identity primary key, version_id ${text} not null)`,
    `create table search_origin (id ${text} primary key)`,
    'insert into search_origin (id) values (md5(random()::text || clock_timestamp()::text))',
    waits('search_versions_wait', 'id', 'changed'),
    waits('search_comments_wait', 'asset_version_id', 'changed'),
    `create function search_version_waits() returns trigger language plpgsql as $$ begin
      insert into search_waiting (version_id) values (new.id); return null; end $$`,
    `create function search_comment_waits() returns trigger language plpgsql as $$ begin
      insert into search_waiting (version_id) values (new.asset_version_id); return null; end $$`,
    `create trigger search_captured after insert on asset_versions
      ${whenever('new', 'changed')} execute function search_versions_wait()`,
    `create trigger search_edited after update of ${searched} on asset_versions
      for each row execute function search_version_waits()`,
    `create trigger search_deleted after delete on asset_versions
      ${whenever('old', 'changed')} execute function search_versions_wait()`,
    `create trigger search_commented after insert on comments
      ${whenever('new', 'changed')} execute function search_comments_wait()`,
    `create trigger search_comment_edited after update of text, deleted_at on comments
      for each row execute function search_comment_waits()`,
    `create trigger search_comment_deleted after delete on comments
      ${whenever('old', 'changed')} execute function search_comments_wait()`,

    // What is looked up, by numbers that ascend as it first came: what is said often has small ones.
    `create table search_words (
      word ${text} primary key,
      id integer generated always as identity
    )`,
    `create table search_documents (
      number bigint primary key,
      version_id ${text} not null unique,
      terms bytea not null
    )`,
    // The numbers of the words of a document ascend; each is written as how much more it is, seven bits a byte, the last of them
    // first (LEB128): a seventh of what the words themselves would take.
    `create function search_terms(packed bytea) returns integer[] language plpgsql immutable strict parallel safe as $$
      declare
        terms integer[] := '{}';
        term integer := 0;
        more integer := 0;
        bits integer := 0;
        byte integer;
      begin
        for place in 0 .. length(packed) - 1 loop
          byte := get_byte(packed, place);
          more := more | ((byte & 127) << bits);
          if byte < 128 then
            term := term + more;
            terms := terms || term;
            more := 0;
            bits := 0;
          else
            bits := bits + 7;
          end if;
        end loop;
        return terms;
      end $$`,
    `create index search_documents_by_term on search_documents
      using gin (search_terms(terms)) with (gin_pending_list_limit = 1024)`,
    `create table search_progress (
      id ${text} primary key,
      origin ${text} not null,
      next_number bigint not null,
      walked_to ${text},
      walks_to ${text} not null,
      next_of_walk bigint not null,
      last_of_walk bigint not null
    )`,
  ]
}
