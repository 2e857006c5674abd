import { z } from 'zod'
import { all, cursor, type Endpoint, limit, one, page } from './endpoint.ts'
import { member, memberChange, memberUpdate, newMember, person } from './member.ts'
import { id, text } from './text.ts'

const ofProject = z.object({ id: id.meta({ description: 'Of the project' }) })
const ofMember = ofProject.extend({ userId: id.meta({ description: 'Of the member' }) })

const tag = 'Members'
const errors = [400, 401, 404] as const

/** Who is what in a project. docs/teams.md */
export const memberEndpoints = {
  listMembers: {
    method: 'GET',
    path: '/api/projects/{id}/members',
    tag,
    permission: 'read',
    role: 'viewer',
    summary: 'List the members of a project',
    description: 'Those who were members first come first. A project has at most 500.',
    params: ofProject,
    reply: all(member),
    errors,
  },
  addMember: {
    method: 'POST',
    path: '/api/projects/{id}/members',
    tag,
    permission: 'production',
    role: 'owner',
    summary: 'Add somebody to a project',
    params: ofProject,
    body: newMember,
    status: 201,
    reply: one(member),
    errors,
  },
  updateMember: {
    method: 'PATCH',
    path: '/api/projects/{id}/members/{userId}',
    tag,
    permission: 'production',
    role: 'owner',
    summary: 'Give a member another role',
    description:
      'Owners themselves, too; the last one has to stay an owner. Counts from the next request of the member on.',
    params: ofMember,
    body: memberUpdate,
    reply: one(member),
    errors: [...errors, 409],
  },
  removeMember: {
    method: 'DELETE',
    path: '/api/projects/{id}/members/{userId}',
    tag,
    permission: 'production',
    role: 'owner',
    summary: 'Remove a member from a project, or leave it',
    description:
      'Leaving is for everybody but the last owner, whatever their role. What the member made stays; what waits for their webhooks of this project is not sent. Returns the member as it was.',
    params: ofMember,
    reply: one(member),
    errors,
  },
  listMemberChanges: {
    method: 'GET',
    path: '/api/projects/{id}/members/changes',
    tag,
    permission: 'read',
    role: 'viewer',
    summary: 'List who made whom what in a project',
    description: 'The newest first. Whoever made the project is its first owner, of which there is no entry.',
    params: ofProject,
    query: z.object({ cursor, limit }),
    reply: page(memberChange),
    errors,
  },
  findPeople: {
    method: 'GET',
    path: '/api/people',
    tag,
    permission: 'production',
    summary: 'Find somebody to add to a project',
    description:
      'The first 20 by name, of the 10,000 users who were added last. Without those who are disabled, and without addresses.',
    query: z.object({
      q: text(200).optional().meta({ description: 'Part of the name, without case and accents' }),
      projectId: id.optional().meta({ description: 'Says of each what they are in that project' }),
    }),
    reply: all(person),
    errors,
  },
} as const satisfies Record<string, Endpoint>
