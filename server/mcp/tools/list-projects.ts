import { z } from 'zod'
import { cursor, limit, nextCursor, rest } from '../pages.ts'
import { quoted } from '../plain.ts'
import { isData, shownProject } from '../shown.ts'
import { tool } from '../tool.ts'

export const listProjects = tool({
  name: 'list_projects',
  description: `Lists the projects that the token may see, the last updated first. ${isData}`,
  asks: ['browseProjects'],
  does: 'look',
  input: z.strictObject({
    query: z.string().max(200).optional().describe('Part of the name, in any case'),
    limit,
    cursor,
  }),
  output: z.object({ projects: z.array(shownProject), nextCursor }),
  run: async ({ query, limit, cursor }, { dailies, signal }) => {
    const { data, metadata } = await dailies.browseProjects({ q: query, limit, cursor }, { signal })
    const projects = data.map((project) => shownProject.parse(project))
    const lines = projects.map(
      ({ id, name, status, role, sceneCount }) =>
        `- ${id}: ${quoted(name, 200)}, ${status}, you are ${role}, ${sceneCount} scenes`,
    )
    const text = projects.length === 0 ? 'There is no such project.' : lines.join('\n')
    return { text: text + rest(metadata), structured: { projects, ...metadata } }
  },
})
