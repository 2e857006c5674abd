/** Platform and model in words: the model alone where that says the platform already, as "Veo 3" of Veo does. */
export function toolName(platformLabel: string, modelName: string | null): string {
  if (modelName === null) return platformLabel
  const saysBoth = modelName.toLowerCase().startsWith(platformLabel.toLowerCase())
  return saysBoth ? modelName : `${platformLabel} ${modelName}`
}
