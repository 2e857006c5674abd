import type { Engine } from '../database.ts'

/**
 * How long the pending list of the index of the search gets is for whoever writes to it: longer while it is built. And the numbers of a
 * document are read in fewer steps, for most of them are one byte. (docs/decisions/0060-search.md)
 */
export function up(engine: Engine): string[] {
  if (engine === 'sqlite') return []
  return [
    'alter index search_documents_by_term reset (gin_pending_list_limit)',
    `create or replace function search_terms(packed bytea) returns integer[] language plpgsql immutable strict parallel safe as $$
      declare
        terms integer[] := '{}';
        term integer := 0;
        more integer := 0;
        bits integer := 0;
        byte integer;
      begin
        for place in 0 .. length(packed) - 1 loop
          byte := get_byte(packed, place);
          if byte > 127 then
            more := more | ((byte & 127) << bits);
            bits := bits + 7;
          elsif bits = 0 then
            term := term + byte;
            terms := terms || term;
          else
            term := term + (more | (byte << bits));
            terms := terms || term;
            more := 0;
            bits := 0;
          end if;
        end loop;
        return terms;
      end $$`,
  ]
}
