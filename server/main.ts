import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Counter } from 'prom-client'
import { AddressLimits } from './accounts/address-limits.ts'
import { admitSession, confirmSession } from './accounts/admit-session.ts'
import { type Auth, openAuth } from './accounts/auth.ts'
import { browserCookie } from './accounts/browser-cookie.ts'
import { composeInvitation, composePassword, composeSignInChange } from './accounts/letters.ts'
import { relyingPartyOf } from './accounts/passkeys/relying-party.ts'
import { PasswordRequests } from './accounts/password-requests.ts'
import { openProvider, requireLasting, startAsking } from './accounts/provider/open-provider.ts'
import { accountRoutes } from './accounts/routes.ts'
import { CodeLimits } from './accounts/second-factor/code-limits.ts'
import { offerSetUp } from './accounts/set-up.ts'
import { SignInLimits } from './accounts/sign-in-limits.ts'
import { activityRoutes } from './activity/routes.ts'
import { assetChangeRoutes } from './assets/change-routes.ts'
import { assetRoutes } from './assets/routes.ts'
import { attachmentRoutes } from './attachments/routes.ts'
import { showBackups } from './backups/metrics.ts'
import { readSchedule, type Schedule, scheduleOf } from './backups/schedule.ts'
import { BackupWorker } from './backups/worker.ts'
import { commentRoutes } from './comments/routes.ts'
import { comesByHttps, type Settings } from './config.ts'
import { cutRoutes } from './cut/routes.ts'
import type { Database } from './db/database.ts'
import { openDatabase } from './db/open.ts'
import type { Replica } from './db/replica.ts'
import { showReplica } from './db/replica-metrics.ts'
import type { AnyStatement, Watch } from './db/watch.ts'
import { Doctor } from './doctor/doctor.ts'
import { doctorRoutes } from './doctor/routes.ts'
import { endExports } from './exports/end-exports.ts'
import { exportRoutes } from './exports/routes.ts'
import { ExportWorker } from './exports/worker.ts'
import { showHealth } from './health-metrics.ts'
import { Certificate, showCertificate } from './http/certificate.ts'
import { Metrics } from './http/metrics.ts'
import { Room } from './http/room.ts'
import { buildHttpServer } from './http/server.ts'
import { composeNotices, dropNotices, gatherNotices } from './inbox/mail-notices.ts'
import { inboxRoutes } from './inbox/routes.ts'
import { endMarked } from './links/end-marked.ts'
import { GuestLimits } from './links/guest-limits.ts'
import { guestRoutes } from './links/guest-routes.ts'
import { linkRoutes } from './links/routes.ts'
import { answersOf } from './live/answers.ts'
import { Hub } from './live/hub.ts'
import { showLive } from './live/metrics.ts'
import { liveRoutes } from './live/routes.ts'
import type { Log } from './log.ts'
import { Lookout, type Wakes } from './lookout/lookout.ts'
import { openMailer } from './mail/mailer.ts'
import { MailMetrics } from './mail/metrics.ts'
import { sendAtOnce } from './mail/send-at-once.ts'
import { MailWorker } from './mail/worker.ts'
import { markRoutes } from './marks/routes.ts'
import { Coming } from './media/coming.ts'
import { ExpectedMedia, expectMissed } from './media/expect.ts'
import type { Keeping } from './media/keep.ts'
import { limitsOfLook, lookRoutes } from './media/look-routes.ts'
import { MediaMetrics } from './media/metrics.ts'
import { openStore, placeOf } from './media/open-store.ts'
import { pruneMedia } from './media/prune.ts'
import type { Quotas } from './media/quota.ts'
import { wantMissingCredentials } from './media/read-credentials.ts'
import { mediaRoutes } from './media/routes.ts'
import { SignedAddresses } from './media/signed-addresses.ts'
import type { Store } from './media/store.ts'
import { wantMissingLooks } from './media/take-looks.ts'
import { type Trusted, trustedOf } from './media/trusted.ts'
import { findFfmpeg, type Program } from './media/work/ffmpeg.ts'
import { signedLimits, Workshop } from './media/work/workshop.ts'
import { MediaWorker } from './media/worker.ts'
import { AllowedAddresses } from './outside/allowed-addresses.ts'
import { hostResolver } from './outside/resolve.ts'
import { syncBuiltInCatalogue } from './platforms/catalogue.ts'
import { platformRoutes } from './platforms/routes.ts'
import { playlistRoutes } from './playlists/routes.ts'
import { BudgetWatch } from './production/budget-watch.ts'
import { SumKeeper } from './production/keep-sums.ts'
import { memberRoutes } from './production/member-routes.ts'
import { productionRoutes } from './production/routes.ts'
import { type RunningDeletions, startDeletions } from './production/start-deletions.ts'
import { WorkedOn } from './production/worked-on.ts'
import { profileRoutes } from './profile/routes.ts'
import { promptPackageRoutes } from './prompt-packages/routes.ts'
import { provenanceRoutes } from './provenance/routes.ts'
import { type Certified, certifiedBy } from './provenance/signing.ts'
import { type Repeated, repeat } from './repeat.ts'
import { reportRoutes } from './reports/routes.ts'
import { pruneOld, prunePurged } from './retention/prune.ts'
import { endAbandoned } from './reviews/end-review.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { savedSearchRoutes } from './saved-searches/routes.ts'
import { KeepUp } from './search/keep-up.ts'
import { openIndex } from './search/open-index.ts'
import { PlaceIndex } from './search/places/place-index.ts'
import { searchRoutes } from './search/routes.ts'
import { derivedKey, openSecretBox } from './secret-box.ts'
import { Shares } from './shares.ts'
import { SlowStatements } from './slow-statements.ts'
import { tagRoutes } from './tags/routes.ts'
import { wantedTelemetry } from './telemetry/settings.ts'
import type { Telemetry } from './telemetry/start.ts'
import { watchOf } from './telemetry/watch.ts'
import { admit } from './tokens/admit.ts'
import { confirmToken, confirmTokenById } from './tokens/authenticate.ts'
import { BadTokens } from './tokens/bad-tokens.ts'
import { LastUsed } from './tokens/last-used.ts'
import { RateLimits } from './tokens/rate-limits.ts'
import { tokenRoutes } from './tokens/routes.ts'
import { tellExpiringTokens } from './tokens/tell-expiring.ts'
import type { Tracing } from './tracing.ts'
import { trashRoutes } from './trash/routes.ts'
import { WebhookMetrics } from './webhooks/metrics.ts'
import { countForeignSecrets } from './webhooks/queries.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import type { Sender } from './webhooks/send.ts'
import { type RunningWorker, sendOnce, startWorker, type WorkerParts } from './webhooks/start-worker.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export interface Service {
  /** Where it listens: `http://127.0.0.1:8787`, or `https://…` where it has a certificate. */
  address: string
  /** Makes the secret by which the first user is made; nothing when there is a user. See `offerSetUp`. */
  offerSetUp(): Promise<string | undefined>
  /** Takes no more connections, answers what is under way, writes what is still to be written. */
  close(): Promise<void>
}

/**
 * The composition root: puts the service together and starts it. `mediaFolder` is served at `/media/` (the pictures
 * of the demo). `silence`: for how many milliseconds a connection must have been silent before `close` closes it.
 */
export async function startService(
  settings: Settings,
  log: Log,
  { mediaFolder, silence }: { mediaFolder?: string; silence?: number } = {},
): Promise<Service> {
  const metrics = new Metrics()
  const { telemetry, watch } = await seeing(settings, log, metrics)
  const tracing = telemetry?.tracer
  const db = await open(settings, log, watch)
  let replica: Replica | undefined
  try {
    replica = await openReplica(db, settings, log, watch)
    await syncBuiltInCatalogue(db)
    const sender = webhookSender(settings, tracing)
    await warnOfForeignSecrets(db, sender, log)
    const sending = workerParts(db, { settings, log, metrics, sender, tracing })
    let worker: RunningWorker | undefined
    const { webhookWorker } = settings
    const wake = () => (webhookWorker ? worker?.wake() : db.duties.call())
    const wakeMail = () => (webhookWorker ? mailing?.wake() : db.duties.call())
    const wakeMedia = () => (webhookWorker ? mediaWorker?.wake() : db.duties.call())
    const store = openStore({ ...settings, environment: process.env })
    const trusted = await trustedOf(settings.c2paTrust)
    // What is wrong with it is told at once, and not with the first copy that is to be signed.
    const certified = await certifiedBy(settings)
    const certificate = certificateOf(settings, log)
    const keeping = { db, store, quotas: quotasOf(settings), coming: new Coming(), trusted }
    // Looked for once the service listens: its process would take the time of the service that starts.
    const { promise: ffmpeg, resolve: found } = Promise.withResolvers<Program | undefined>()
    const looks = new Workshop({
      atOnce: 1,
      onError: (error) => log.logger.error({ err: error }, 'could not look at a picture that is looked for'),
      limits: limitsOfLook,
    })
    const draining = new AbortController()
    const stopping = new AbortController()
    let mediaWorker: RunningMedia | undefined
    let exporting: ExportWorker | undefined
    const schedule = scheduleOf(settings, process.env)
    let backing: BackupWorker | undefined
    let mailing: MailWorker | undefined
    let deletions: RunningDeletions | undefined
    let care: Care | undefined
    let lookout: Lookout | undefined
    let recounting: NodeJS.Timeout | undefined
    const lastUsed = new LastUsed(db, (error) =>
      log.logger.warn({ err: error }, 'could not write when tokens were used'),
    )
    const workedOn = new WorkedOn(db, (error) =>
      log.logger.warn({ err: error }, 'could not write which projects were worked on'),
    )
    const expected = new ExpectedMedia(db, (error) =>
      log.logger.warn({ err: error }, 'could not write which media are to be kept'),
    )
    const index = openIndex(db, settings)
    const keepUp = new KeepUp(index, (error) =>
      log.logger.warn({ err: error }, 'could not bring the search up to date'),
    )
    const placesKeepUp = new KeepUp(new PlaceIndex(db), (error) =>
      log.logger.warn({ err: error }, 'could not bring the search of scenes and shots up to date'),
    )
    const badTokens = new BadTokens({ slows: settings.slowBadTokens })
    const shares = new Shares({ milliseconds: 50 })
    // Of the connections; SQLite does one thing after the other anyway.
    const room = db.engine === 'postgres' ? new Room({ places: settings.databasePool }) : undefined
    const ceiling = installationLimit(settings)
    const { rateLimitBurst: burst } = settings
    const limits = new RateLimits({ installation: ceiling, burst, client: db.rateLimitClient })
    const auth = authOf(db, settings, log)
    const party = relyingPartyOf({ ...settings, secure: comesByHttps(settings) })
    const provider = openProvider(db, {
      ...{ settings, secure: comesByHttps(settings), log },
      signal: stopping.signal,
    })
    let asking: Repeated | undefined
    const mediaAddresses = new SignedAddresses(derivedKey(settings, 'dailies media addresses'))
    const hub = new Hub({
      ...answersOf(db),
      onError: (error) => log.logger.warn({ err: error }, 'could not ask again who listens to live streams'),
    })
    showLive(metrics.registry, hub)
    showHealth(metrics.registry, { database: db, folders: foldersOf(settings) })
    if (replica) showReplica(metrics.registry, replica)
    if (certificate) showCertificate(metrics.registry, certificate)
    const budgets = new BudgetWatch(db, {
      onError: (error) => log.logger.warn({ err: error }, 'could not sum up what films have cost'),
    })
    const sums = new SumKeeper(db, (error) =>
      log.logger.warn({ err: error }, 'could not sum up takes of days before'),
    )
    const heard = db.changes.listen(hub, {
      changed: (changes) => {
        budgets.changed(changes)
        if (changes.some(({ queued }) => queued)) wake()
      },
      missed: () => budgets.missed(),
    })
    const server = await buildHttpServer({
      settings,
      log,
      mediaFolder,
      silence,
      room,
      replica,
      console: settings,
      metrics,
      certificate,
      tracing,
      entrance: {
        admit: (request) => admit({ db, lastUsed, badTokens }, request),
        admitSession: async (request) => {
          const admitted = await admitSession(auth, settings, request)
          if (provider) await requireLasting(db, admitted.caller.sessionId)
          return admitted
        },
        confirm: (caller, { administrators, transaction = db }) =>
          caller.tokenId === null
            ? confirmSession(transaction, caller, { administrators })
            : confirmToken(transaction, caller),
        ownOrigin: settings.publicUrl && new URL(settings.publicUrl).origin,
        count: (caller, cost, options) => limits.count(caller, cost, options),
      },
      isReady: () => db.ping(),
      detail: async () => ({ ffmpeg: (await ffmpeg)?.version ?? null }),
      drained: draining.signal,
      stopping: () => hub.close(),
      routes: [
        ...memberRoutes(db),
        ...liveRoutes(db, hub),
        ...productionRoutes(db, {
          addresses: mediaAddresses,
          announced: wake,
        }),
        ...cutRoutes(db, mediaAddresses),
        ...provenanceRoutes(db),
        ...exportRoutes(db, {
          store,
          signs: certified !== undefined,
          asked: () => (webhookWorker ? exporting?.wake() : db.duties.call()),
        }),
        ...promptPackageRoutes(db, shares),
        ...reportRoutes(db, shares),
        ...activityRoutes(db),
        ...assetRoutes(db, shares, {
          announced: wake,
          captured: ({ projectId, outputUrl: url }, { id: versionId, createdAt }) => {
            workedOn.mark(projectId, createdAt)
            tracing?.remember(versionId)
            if (url) expected.note({ versionId, projectId, url, capturedAt: Date.parse(createdAt) })
          },
          addresses: mediaAddresses,
          failed: (error) => log.logger.error({ err: error }, 'a capture of a batch failed'),
        }),
        ...assetChangeRoutes(db, shares, {
          announced: wake,
          wanted: wakeMedia,
          fetches: settings.mediaFetch,
        }),
        ...trashRoutes(db, {
          keepDeleted: settings.keepDeleted,
          addresses: mediaAddresses,
          purged: (projectId) => {
            if (projectId !== undefined) care?.purged(projectId)
            deletions?.wake()
          },
        }),
        ...searchRoutes(db, { index, keepUp, placesKeepUp, addresses: mediaAddresses }),
        ...savedSearchRoutes(db, { index, keepUp }),
        ...commentRoutes(db, mediaAddresses, { announced: wake }),
        ...markRoutes(db, shares),
        ...tagRoutes(db, shares, { announced: wake }),
        ...attachmentRoutes(db, {
          keeping,
          limit: settings.mediaLimit,
          redirects: settings.mediaRedirect,
          came: wakeMedia,
        }),
        ...lookRoutes(keeping, looks),
        ...mediaRoutes(db, {
          keeping,
          addresses: mediaAddresses,
          place: placeOf(settings),
          limit: settings.mediaLimit,
          redirects: settings.mediaRedirect,
          fetches: settings.mediaFetch,
          ffmpeg: async () => (await ffmpeg)?.version ?? null,
          backups: async () => (schedule ? readSchedule(db, schedule) : null),
          readerOf: (tokenId) => confirmTokenById(db, tokenId),
          came: () => {
            wake()
            wakeMedia()
          },
        }),
        ...doctorRoutes(new Doctor(settings, process.env)),
        ...playlistRoutes(db, shares, mediaAddresses),
        ...platformRoutes(db),
        ...profileRoutes(db),
        ...reviewRoutes(db, mediaAddresses, { followed: hub.followed, announced: wake }),
        ...inboxRoutes(db),
        ...tokenRoutes(db, lastUsed, ceiling),
        ...accountRoutes(sendAtOnce(db, wakeMail), {
          auth,
          box: openSecretBox(settings),
          limits: new SignInLimits(db.rateLimitClient),
          codes: new CodeLimits(db.rateLimitClient),
          requests: new PasswordRequests(db.rateLimitClient),
          mails: Boolean(settings.smtpUrl),
          signs: certified !== undefined,
          rules: { ...settings, passkeysWork: party !== undefined },
          provider,
          passkeys: {
            party,
            limits: new AddressLimits(db.rateLimitClient, 'passkey-from'),
            cookie: browserCookie('passkey', { secure: comesByHttps(settings) }),
          },
          log,
        }),
        ...linkRoutes(db),
        ...guestRoutes(db, {
          store,
          limits: new GuestLimits(db.rateLimitClient),
          guesses: new BadTokens({ slows: settings.slowBadTokens }),
          secure: comesByHttps(settings),
          announced: wake,
          marking: {
            films: async () => (await ffmpeg) !== undefined,
            wanted: wakeMedia,
          },
        }),
        ...webhookRoutes(db, {
          rules: { development: settings.development, addresses: sender.addresses },
          sender,
          queued: wake,
        }),
      ],
    })
    // A stream that opened before would be told to fetch again.
    await heard
    const address = await server.listen({
      host: settings.host,
      port: settings.port,
      listenTextResolver: (address) => `listening at ${address}, on ${db.engine}`,
    })
    found(findFfmpeg(settings.ffmpeg, stopping.signal))
    const checked = checkStore(store, log)
    if (webhookWorker) worker = startWorker(db, sending)
    if (webhookWorker) mailing = startMail(db, { settings, log, metrics })
    if (webhookWorker) mediaWorker = startMedia({ keeping, settings, log, metrics, tracing, ffmpeg })
    if (webhookWorker) exporting = startExports(keeping, certified, log, tracing)
    if (webhookWorker) backing = startBackups(db, schedule, { log, metrics, tracing })
    keepUp.start()
    placesKeepUp.start()
    sums.start()
    lookout = startLookout(db, {
      wakes: {
        ...(webhookWorker && wakesOf(settings, { worker, mailing, mediaWorker, exporting })),
        takes: () => keepUp.wake(),
        places: () => placesKeepUp.wake(),
      },
      ...{ sender, ffmpeg, log },
    })
    deletions = startDeletions(db, couldNotRemove(log))
    care = careFor(db, { store, trusted }, settings, log)
    asking = startAsking(db, provider, log)
    // What a command changed: it ends too soon to look.
    recounting = setInterval(() => db.duties.isOurs('search') && budgets.missed(), 5 * minute)
    return {
      address,
      // Whoever is the first comes by the provider where nobody has a password.
      offerSetUp: async () => (settings.passwords === 'nobody' ? undefined : offerSetUp(db)),
      close: async () => {
        db.duties.leave()
        await drain(draining, settings)
        stopping.abort()
        clearInterval(recounting)
        // Not after the attempts under way, which take their time.
        keepUp.stop()
        placesKeepUp.stop()
        const answered = server
          .close()
          .then(() =>
            Promise.all([
              ...[lastUsed.flush(), workedOn.flush(), expected.flush()],
              ...[keepUp.close(), placesKeepUp.close()],
              budgets.stop(),
            ]),
          )
        await Promise.all([
          answered,
          checked,
          worker?.stop(),
          mailing?.stop(),
          mediaWorker?.stop(),
          looks.stop(),
          exporting?.stop(),
          backing?.stop(),
          deletions?.stop(),
          care?.stop(),
          lookout?.stop(),
          asking?.stop(),
          sums.stop(),
        ])
        await Promise.all([db.close(), replica?.close(), telemetry?.close()])
      },
    }
  } catch (error) {
    await Promise.all([db.close(), replica?.close(), telemetry?.close()])
    throw error
  }
}

/** Undefined where none is set. One that cannot be asked keeps nothing from starting. */
async function openReplica(
  db: Database,
  { databaseReplicaUrl: url, databasePool: poolSize }: Settings,
  { logger }: Log,
  watch: Watch | undefined,
): Promise<Replica | undefined> {
  if (url === undefined) return undefined
  const { Replica } = await import('./db/replica.ts')
  const tell = (about: object, isUsable: boolean) =>
    isUsable
      ? logger.info(about, 'lists that may be a moment old are read from a replica')
      : logger.warn(about, 'a replica cannot be asked: all is read from the database itself')
  const replica = new Replica(db, { url, poolSize, tell, watch })
  await replica.start()
  return replica
}

/** Whose disks may fill. */
function foldersOf(settings: Settings): Record<string, string> {
  const media = placeOf(settings)
  return { data: settings.dataFolder, ...(!media.startsWith('s3://') && { media }) }
}

/** What shows an operator what the service does. Of OpenTelemetry nothing is loaded where no collector is set. */
async function seeing(settings: Settings, { logger }: Log, { registry }: Metrics) {
  const engine = settings.databaseUrl ? 'postgres' : 'sqlite'
  const warn = (about: object, message: string) => logger.warn(about, message)
  let found: Promise<Map<AnyStatement, string>> | undefined
  const names = () => {
    found ??= import('./statement-names.ts').then(({ statementNames }) => statementNames())
    return found
  }
  let telemetry: Telemetry | undefined
  const { traces, metrics } = wantedTelemetry(settings)
  if (traces || metrics) {
    const { startTelemetry } = await import('./telemetry/start.ts')
    telemetry = startTelemetry({ settings, registry, engine, names: await names(), warn })
  }
  const counter = new Counter({
    name: 'dailies_slow_statements_total',
    help: 'Statements that took as long as DAILIES_SLOW_STATEMENT_MS, or longer',
    registers: [registry],
  })
  const threshold = settings.slowStatement
  const trace = () => telemetry?.tracer?.traceparent()?.split('-')[1]
  const arePrepared = engine === 'postgres' && !settings.databaseDirectUrl
  const slow =
    threshold > 0
      ? new SlowStatements({ threshold, engine, arePrepared, names, warn, counter, trace })
      : undefined
  return { telemetry, watch: watchOf(slow, telemetry?.tracer) }
}

/** Says that it is about to stop, and goes on for as long as a proxy needs to notice. */
async function drain(draining: AbortController, { drain }: Settings): Promise<void> {
  draining.abort()
  if (drain > 0) await sleep(drain)
}

/** Undefined where the service speaks HTTP. */
function certificateOf({ tlsCertificate: certificate, tlsKey: key }: Settings, { logger }: Log) {
  return certificate && key ? new Certificate({ certificate, key }, { logger }) : undefined
}

/** Sends mail, where a server for it is set. */
function startMail(
  db: Database,
  parts: { settings: Settings; log: Log; metrics: Metrics },
): MailWorker | undefined {
  const worker = mailWorker(db, parts)
  worker?.start()
  return worker
}

/** Undefined where no server for mail is set. */
export function mailWorker(
  db: Database,
  { settings, log: { logger }, metrics }: { settings: Settings; log: Log; metrics: Metrics },
): MailWorker | undefined {
  const { smtpUrl: url, mailFrom: from, publicUrl } = settings
  if (!url || !from || !publicUrl) return undefined
  const address = (path: string) => new URL(path, publicUrl).href
  return new MailWorker({
    db,
    mailer: openMailer({ url, from }),
    metrics: new MailMetrics(metrics.registry, db),
    compose: {
      notices: (db, mail) => composeNotices(db, mail, address),
      invitation: (db, mail) => composeInvitation(db, mail, address),
      password: (db, mail) => composePassword(db, mail, { ...settings, address }),
      'sign-in': (db, mail) => composeSignInChange(db, mail, address),
    },
    drop: async (transaction, mail) => {
      if (mail.kind === 'notices') await dropNotices(transaction, mail)
    },
    gather: gatherNotices,
    warn: (about, message) => logger.warn(about, message),
    onError: (error) => logger.error({ err: error }, 'could not send mail'),
  })
}

/** Tells where the store of media cannot be used at the moment, and everything else goes on. Once a service listens: a disk or a bucket takes its time. */
function checkStore(store: Store, { logger }: Log): Promise<void> {
  return store.check().catch((error) => logger.warn({ err: error }, 'the media store cannot be used yet'))
}

function quotasOf({ mediaQuota, mediaProjectQuota }: Settings): Quotas {
  return { installation: mediaQuota, project: mediaProjectQuota }
}

type RunningMedia = Pick<MediaWorker, 'wake' | 'stop'>

/**
 * Fetches media and makes thumbnails, once it is known which ffmpeg there is. Nobody waits for that: until a service is told to have
 * started, a signal ends it with nothing put away.
 */
function startMedia({
  ffmpeg,
  ...parts
}: MediaParts & { ffmpeg: Promise<Program | undefined> }): RunningMedia {
  let worker: MediaWorker | undefined
  let isStopping = false
  void ffmpeg.then((found) => {
    if (isStopping) return
    worker = mediaWorkerOf({ ...parts, ffmpeg: found })
    worker.start()
  })
  return {
    wake: (work) => worker?.wake(work),
    stop: async () => {
      isStopping = true
      await worker?.stop()
    },
  }
}

interface MediaParts {
  keeping: Keeping
  settings: Settings
  log: Log
  metrics: Metrics
  tracing: Tracing | undefined
}

function mediaWorkerOf({
  keeping,
  settings,
  log,
  metrics,
  tracing,
  ffmpeg,
}: MediaParts & { ffmpeg: Program | undefined }): MediaWorker {
  const { mediaFetch, mediaFetchAllow, mediaLimit: limit } = settings
  const atOnce = settings.mediaWorkers ?? Math.max(1, availableParallelism() - 1)
  const onError = (error: unknown, doing: string) => log.logger.error({ err: error }, doing)
  const addresses = new AllowedAddresses(mediaFetchAllow)
  return new MediaWorker({
    keeping,
    outside: mediaFetch ? { addresses, resolver: hostResolver(), limit } : undefined,
    workshop: new Workshop({
      atOnce,
      ffmpeg,
      onError: (error) => onError(error, 'could not look into a file'),
    }),
    worksAtOnce: atOnce,
    reading: new Workshop({
      atOnce: 1,
      onError: (error) => onError(error, 'could not read what a file says of itself'),
      limits: signedLimits,
    }),
    marking: {
      workshop: new Workshop({
        atOnce: 1,
        ffmpeg,
        onError: (error) => onError(error, 'could not make a copy for a guest'),
        limits: { proxyBytes: mostOfCopy },
      }),
      most: mostOfMarked(settings),
    },
    metrics: new MediaMetrics(metrics.registry, keeping.db),
    tracing,
    onError,
  })
}

/** Prepares what is handed over. */
function startExports(
  keeping: Keeping,
  by: Certified | undefined,
  { logger }: Log,
  tracing: Tracing | undefined,
): ExportWorker {
  const onError = (error: unknown) => logger.error({ err: error }, 'could not prepare an export')
  const worker = new ExportWorker(keeping, by, onError, tracing)
  worker.start()
  return worker
}

/** Makes backups by themselves, where a place for them is set. */
function startBackups(
  db: Database,
  schedule: Schedule | undefined,
  { log: { logger }, metrics, tracing }: { log: Log; metrics: Metrics; tracing: Tracing | undefined },
): BackupWorker | undefined {
  if (!schedule) return undefined
  showBackups(metrics.registry, db, schedule)
  const worker = new BackupWorker(db, schedule, {
    onError: (error) => logger.error({ err: error }, 'could not make a backup'),
    onMade: ({ name: backup, bytes, files, missing }) =>
      logger.info({ backup, bytes, files, missing }, 'made a backup'),
    tracing,
  })
  worker.start()
  return worker
}

interface Workers {
  worker: RunningWorker | undefined
  mailing: MailWorker | undefined
  mediaWorker: RunningMedia | undefined
  exporting: ExportWorker | undefined
}

/** What sends, fetches, makes and prepares in the background. */
function wakesOf({ mediaFetch }: Settings, { worker, mailing, mediaWorker, exporting }: Workers): Wakes {
  return {
    webhooks: () => worker?.wake(),
    mails: () => mailing?.wake(),
    works: () => mediaWorker?.wake('works'),
    marks: () => mediaWorker?.wake('marks'),
    reads: () => mediaWorker?.wake('reads'),
    looks: () => mediaWorker?.wake('looks'),
    ...(mediaFetch && { fetches: () => mediaWorker?.wake('fetches') }),
    exports: () => exporting?.wake(),
  }
}

/** Looks what is due, beside the other nodes. */
function startLookout(
  db: Database,
  {
    wakes,
    sender,
    ffmpeg,
    log,
  }: { wakes: Wakes; sender: Sender; ffmpeg: Promise<Program | undefined>; log: Log },
): Lookout {
  let films = false
  void ffmpeg.then((found) => {
    films = found !== undefined
  })
  const lookout = new Lookout({
    ...{ db, wakes },
    sealedBy: sender.secretBox.prefix,
    films: () => films,
    onError: (error) => log.logger.error({ err: error }, 'could not look for what is due'),
  })
  lookout.start()
  return lookout
}

/** Bytes of a film that a guest has with their name in it. */
const mostOfCopy = 1024 ** 3

/** Bytes that copies for guests may take: of what media may, no more than a tenth. */
function mostOfMarked({ mediaMarked, mediaQuota = Number.POSITIVE_INFINITY }: Settings): number {
  return Math.min(mediaMarked, mediaQuota / 10)
}

interface Care {
  /** Something of a project is to be removed. */
  purged(projectId: string): void
  stop(): Promise<void>
}

/** What is done now and then, on every node. */
function careFor(
  db: Database,
  { store, trusted }: { store: Store; trusted: Trusted },
  settings: Settings,
  log: Log,
): Care {
  const pruning = repeat(
    async (isStopping) => {
      await pruneOld(db, settings, isStopping)
      await endExports(db, isStopping)
      await pruneMedia({ db, store }, { isStopping })
    },
    { every: day, onError: couldNotRemove(log) },
  )
  const projects = new Set<string>()
  const emptying = repeat(
    async (isStopping) => {
      for (const projectId of projects) {
        projects.delete(projectId)
        await prunePurged(db, projectId, isStopping)
      }
    },
    // What a process that was killed has left goes with what is too old.
    { every: day, onError: couldNotRemove(log) },
  )
  const telling = repeat(() => tellExpiringTokens(db), {
    every: hour,
    onError: (error) => log.logger.error({ err: error }, 'could not tell of tokens that are about to end'),
  })
  const expecting = repeat((isStopping) => expectMissed(db, isStopping), {
    every: 2 * minute,
    // What a process that was killed has not written may end soon.
    first: 0,
    onError: (error) => log.logger.error({ err: error }, 'could not look for media that are to be kept'),
  })
  const ending = repeat(() => endAbandoned(db), {
    every: 5 * minute,
    onError: (error) =>
      log.logger.error({ err: error }, 'could not end review sessions that nobody takes part in'),
  })
  const asking = repeat((isStopping) => wantMissingCredentials(db, trusted, isStopping), {
    every: day,
    onError: (error) =>
      log.logger.error({ err: error }, 'could not look for files that may say something of themselves'),
  })
  const looking = repeat((isStopping) => wantMissingLooks(db, isStopping), {
    every: day,
    onError: (error) => log.logger.error({ err: error }, 'could not look for pictures of before'),
  })
  const forgetting = repeat((isStopping) => endMarked({ db, store }, { isStopping }), {
    every: minute,
    onError: couldNotRemove(log),
  })
  return {
    purged: (projectId) => {
      projects.add(projectId)
      emptying.soon()
    },
    stop: async () => {
      const all = [pruning, emptying, telling, expecting, ending, asking, looking, forgetting]
      await Promise.all(all.map((one) => one.stop()))
    },
  }
}

function couldNotRemove({ logger }: Log): (error: unknown) => void {
  return (error) => logger.error({ err: error }, 'could not remove what was deleted or is too old')
}

function authOf(db: Database, settings: Settings, log: Log): Auth {
  return openAuth(db, {
    secret: derivedKey(settings, 'dailies sessions').toString('base64url'),
    secure: comesByHttps(settings),
    onError: (error, doing) => log.logger.error({ err: error }, doing),
  })
}

function installationLimit({ rateLimit, rateLimitPerMinute, rateLimitPerHour }: Settings) {
  return rateLimit ? { perMinute: rateLimitPerMinute, perHour: rateLimitPerHour } : null
}

/** Does what answers nobody, as a service does that is told to: webhooks, mail, media, exports and backups. With a port it answers `/healthz`, `/readyz` and `/metrics` there. */
export async function startWorkerAlone(
  settings: Settings,
  log: Log,
  { listens }: { listens: boolean },
): Promise<{ close(): Promise<void> }> {
  const metrics = new Metrics()
  const { telemetry, watch } = await seeing(settings, log, metrics)
  const tracing = telemetry?.tracer
  const db = await open(settings, log, watch)
  try {
    const sender = webhookSender(settings, tracing)
    await warnOfForeignSecrets(db, sender, log)
    showHealth(metrics.registry, { database: db, folders: foldersOf(settings) })
    const draining = new AbortController()
    const drained = draining.signal
    const server = listens ? await listenForOperator(settings, log, { db, metrics, drained }) : undefined
    // It hears of nothing, and is known to run.
    await db.changes.listen({ changed: () => {}, missed: () => {} })
    const worker = startWorker(db, workerParts(db, { settings, log, metrics, sender, tracing }))
    const mailing = startMail(db, { settings, log, metrics })
    const store = openStore({ ...settings, environment: process.env })
    const trusted = await trustedOf(settings.c2paTrust)
    const keeping = { db, store, quotas: quotasOf(settings), coming: new Coming(), trusted }
    const stopping = new AbortController()
    const ffmpeg = findFfmpeg(settings.ffmpeg, stopping.signal)
    const mediaWorker = startMedia({ keeping, settings, log, metrics, tracing, ffmpeg })
    const exporting = startExports(keeping, await certifiedBy(settings), log, tracing)
    const backing = startBackups(db, scheduleOf(settings, process.env), { log, metrics, tracing })
    const wakes = wakesOf(settings, { worker, mailing, mediaWorker, exporting })
    const lookout = startLookout(db, { wakes, sender, ffmpeg, log })
    const deletions = startDeletions(db, couldNotRemove(log))
    const care = careFor(db, { store, trusted }, settings, log)
    const checked = checkStore(store, log)
    log.logger.info(`sending webhooks, on ${db.engine}`)
    return {
      close: async () => {
        db.duties.leave()
        if (listens) await drain(draining, settings)
        stopping.abort()
        await Promise.all([
          server?.close(),
          checked,
          worker.stop(),
          mailing?.stop(),
          mediaWorker.stop(),
          exporting.stop(),
          backing?.stop(),
          deletions.stop(),
          care.stop(),
          lookout.stop(),
        ])
        await Promise.all([db.close(), telemetry?.close()])
      },
    }
  } catch (error) {
    await Promise.all([db.close(), telemetry?.close()])
    throw error
  }
}

/** A worker has no routes to let anybody in. */
function nobody(): Promise<never> {
  return Promise.reject(new Error('there is nothing to let anybody in to'))
}

async function listenForOperator(
  settings: Settings,
  log: Log,
  { db, metrics, drained }: { db: Database; metrics: Metrics; drained: AbortSignal },
) {
  const server = await buildHttpServer({
    settings,
    log,
    metrics,
    entrance: { admit: nobody, admitSession: nobody, confirm: nobody, count: nobody },
    isReady: () => db.ping(),
    drained,
    routes: [],
  })
  await server.listen({
    host: settings.host,
    port: settings.port,
    listenTextResolver: (address) => `listening at ${address}`,
  })
  return server
}

/** Sends the webhooks that are due, and removes what is too old; `finished` is fulfilled when that is done. */
export async function sendDueWebhooks(
  settings: Settings,
  log: Log,
): Promise<{ finished: Promise<string>; close(): Promise<void> }> {
  const db = await open(settings, log)
  const sender = webhookSender(settings)
  await warnOfForeignSecrets(db, sender, log)
  log.logger.info(`sending webhooks that are due, on ${db.engine}`)
  const metrics = new Metrics()
  const sending = sendOnce(db, workerParts(db, { settings, log, metrics, sender }))
  const mailing = mailWorker(db, { settings, log, metrics })
  const mailed = mailing?.sendDue()
  return {
    finished: Promise.all([sending.finished, mailed]).then(
      ([attempts]) => `nothing is due, after ${attempts} attempts`,
    ),
    close: async () => {
      await Promise.all([sending.stop(), mailing?.stop()])
      await db.close()
    },
  }
}

function open(settings: Settings, log: Log, watch?: Watch): Promise<Database> {
  return openDatabase(
    settings,
    (error) => log.logger.warn({ err: error }, 'lost an idle database connection'),
    { tell: (line) => log.logger.info(line) },
    watch,
  )
}

/** What sending to a webhook takes, for the worker and for whoever sends a test event. */
export function webhookSender(settings: Settings, tracing?: Tracing): Sender {
  return {
    secretBox: openSecretBox(settings),
    addresses: new AllowedAddresses(settings.webhookAllow),
    resolver: hostResolver(),
    traceparent: tracing && (() => tracing.traceparent()),
  }
}

/** What was sealed by the key of another node waits until a worker with that key comes. */
async function warnOfForeignSecrets(db: Database, { secretBox }: Sender, { logger }: Log): Promise<void> {
  const foreign = await db.first(countForeignSecrets, { sealedBy: `${secretBox.prefix}%` })
  if (!foreign?.count) return
  logger.warn(
    { webhooks: foreign.count },
    'Nothing can be sent to some webhooks from here: their secrets are sealed by another key. Set DAILIES_SECRET_KEY ' +
      'as it was then, bring back the secret.key of the data folder, or rotate their secrets.',
  )
}

function workerParts(
  db: Database,
  {
    settings,
    log,
    metrics,
    sender,
    tracing,
  }: { settings: Settings; log: Log; metrics: Metrics; sender: Sender; tracing?: Tracing | undefined },
): WorkerParts {
  return {
    settings,
    sender,
    metrics: new WebhookMetrics(metrics.registry, db),
    tracing,
    onError: (error, doing) => log.logger.error({ err: error }, doing),
  }
}
