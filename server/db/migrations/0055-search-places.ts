import type { Engine } from '../database.ts'

/**
 * Where scenes and shots are found by what is said of them, and which of them the search has not seen as they are now: the database
 * itself writes these down, in the transaction that changes them. (docs/decisions/0070-places.md)
 */
export function up(engine: Engine): string[] {
  return [...tables(engine), ...(engine === 'sqlite' ? ofSqlite() : ofPostgres()), ...waiting]
}

/** What there is already. */
const waiting = [
  'insert into search_places_waiting (place_id) select id from scenes',
  'insert into search_places_waiting (place_id) select id from shots',
]

const ofScene = 'scene_number, story_beat, macro_scene, project_id'
const ofShot = 'shot_code, description, note, scene_id'

function tables(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  const end = engine === 'postgres' ? '' : ' without rowid'
  const number =
    engine === 'postgres'
      ? 'number bigint generated always as identity primary key'
      : 'number integer primary key autoincrement'
  return [
    `create table search_places_waiting (${number}, place_id ${text} not null)`,
    // What the words of a place were made of, for them to be taken out again.
    `create table search_places (place_id ${text} primary key, project_id ${text} not null, words ${text} not null)${end}`,
    `create table search_place_words (
      project_id ${text} not null,
      word ${text} not null,
      place_id ${text} not null,
      primary key (project_id, word, place_id)
    )${end}`,
  ]
}

function ofSqlite(): string[] {
  const waits = (place: string) => `insert into search_places_waiting (place_id) values (${place});`
  // Shots are found in the project of their scene, and by its number.
  const shots = 'insert into search_places_waiting (place_id) select id from shots where scene_id = new.id;'
  const isElsewhere = 'old.project_id is not new.project_id or old.scene_number is not new.scene_number'
  return [
    `create trigger search_scene_made after insert on scenes begin ${waits('new.id')} end`,
    `create trigger search_scene_edited after update of ${ofScene} on scenes begin ${waits('new.id')} end`,
    `create trigger search_scene_moved after update of scene_number, project_id on scenes
      when ${isElsewhere} begin ${shots} end`,
    `create trigger search_scene_deleted after delete on scenes begin ${waits('old.id')} end`,
    `create trigger search_shot_made after insert on shots begin ${waits('new.id')} end`,
    `create trigger search_shot_edited after update of ${ofShot} on shots begin ${waits('new.id')} end`,
    `create trigger search_shot_deleted after delete on shots begin ${waits('old.id')} end`,
  ]
}

function ofPostgres(): string[] {
  const whenever = (what: string, rows: string) => `referencing ${what} table as ${rows} for each statement`
  const many = 'execute function search_places_wait()'
  const one = 'for each row execute function search_place_waits()'
  return [
    `create function search_places_wait() returns trigger language plpgsql as $$ begin
      insert into search_places_waiting (place_id) select id from changed; return null; end $$`,
    `create function search_place_waits() returns trigger language plpgsql as $$ begin
      insert into search_places_waiting (place_id) values (new.id); return null; end $$`,
    `create function search_shots_of_scene_wait() returns trigger language plpgsql as $$ begin
      insert into search_places_waiting (place_id) select id from shots where scene_id = new.id; return null; end $$`,
    `create trigger search_scene_made after insert on scenes ${whenever('new', 'changed')} ${many}`,
    `create trigger search_scene_edited after update of ${ofScene} on scenes ${one}`,
    `create trigger search_scene_moved after update of scene_number, project_id on scenes for each row
      when (old.project_id is distinct from new.project_id or old.scene_number is distinct from new.scene_number)
      execute function search_shots_of_scene_wait()`,
    `create trigger search_scene_deleted after delete on scenes ${whenever('old', 'changed')} ${many}`,
    `create trigger search_shot_made after insert on shots ${whenever('new', 'changed')} ${many}`,
    `create trigger search_shot_edited after update of ${ofShot} on shots ${one}`,
    `create trigger search_shot_deleted after delete on shots ${whenever('old', 'changed')} ${many}`,
  ]
}
