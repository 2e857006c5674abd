/** How many files of an export are signed copies, and how many could not be signed: of those that are ready nobody has counted. */
export function up(): string[] {
  return ['alter table exports add column signed integer', 'alter table exports add column unsigned integer']
}
