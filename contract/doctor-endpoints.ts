import { checkup } from './doctor.ts'
import { type Endpoint, one } from './endpoint.ts'

export const doctorEndpoints = {
  readCheckup: {
    method: 'GET',
    path: '/api/doctor',
    tag: 'Doctor',
    administrators: true,
    summary: 'Tell whether the installation is well',
    description:
      'What `dailies doctor` tells on the machine, of the service that answers: database, version, disk and its speed, clock, secret key, public address, proxy, mail, media store, ffmpeg, worker and backup, always in this order, each with what to do. It takes ten seconds at most, and however many ask, it is looked once in ten seconds.',
    reply: one(checkup),
    errors: [401, 403],
  },
} as const satisfies Record<string, Endpoint>
