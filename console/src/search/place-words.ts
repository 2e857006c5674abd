/** What scenes and shots are looked for by: `scene 12` is how people say it, what it is called there is `12`. */
export function placeWords(typed: string): string {
  return typed.replace(/^\s*(?:scene|shot)\s+(?=\S)/i, '')
}
