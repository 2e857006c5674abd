import { endpoints } from '@dailies/contract/endpoints.ts'
import { only } from '../http/envelope.ts'
import { type Route, route } from '../http/route.ts'
import type { Doctor } from './doctor.ts'

export function doctorRoutes(doctor: Doctor): Route[] {
  return [
    {
      ...route(endpoints.readCheckup, async ({ http: { isForwarded, peer } }) =>
        only(await doctor.examine({ isForwarded, peer })),
      ),
      // What it asks outside may take its time, and its database is a connection of its own.
      waits: true,
    },
  ]
}
