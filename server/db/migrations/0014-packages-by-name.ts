/** Names of prompt packages are not unique: an import that names one looks for the oldest of thousands. */
export function up(): string[] {
  return ['create index prompt_packages_by_name on prompt_packages (project_id, name, id)']
}
