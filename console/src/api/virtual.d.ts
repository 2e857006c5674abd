/** Made by vite.config.ts. */
declare module 'virtual:endpoints' {
  const table: Record<import('./call.ts').EndpointName, [method: string, path: string, signsIn?: string]>
  export default table
}
