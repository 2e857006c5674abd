/** From which version on a program goes on with a database that has had the step; null: only one that knows it. */
export function up(): string[] {
  return ['alter table migrations add column works_from integer']
}
