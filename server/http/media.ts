import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Serves a folder of media at `/media/`, for anyone who has the address: media players send no token. */
export function mountMedia(app: FastifyInstance, folder: string): void {
  app.register(fastifyStatic, {
    root: folder,
    prefix: '/media/',
    decorateReply: false,
    index: false,
    dotfiles: 'ignore',
    maxAge: '1h',
  })
}
