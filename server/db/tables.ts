import type { Role } from '@dailies/contract/account.ts'
import type { AssetChangeSet } from '@dailies/contract/asset-change.ts'
import type { AssetStatus, AssetType, CaptureStatus, RightsState } from '@dailies/contract/asset-version.ts'
import type { Audience } from '@dailies/contract/comment.ts'
import type { NoticeKind, NoticeMail } from '@dailies/contract/inbox.ts'
import type { LinkAction, LinkShows } from '@dailies/contract/link.ts'
import type { MarkFlag } from '@dailies/contract/mark.ts'
import type { MediaKind, MediaState, UploadKind } from '@dailies/contract/media.ts'
import type { ProjectRole } from '@dailies/contract/member.ts'
import type { ProjectStatus } from '@dailies/contract/project.ts'
import type { ReviewSubjectKind } from '@dailies/contract/review.ts'
import type { TokenAction } from '@dailies/contract/token.ts'
import type { VerdictKind } from '@dailies/contract/verdict.ts'
import type { AttemptOutcome, DeliveryStatus } from '@dailies/contract/webhook.ts'
import type { Generated } from 'kysely'
import type { AssetVersionRow } from './asset-version-columns.ts'

/** What was changed of how a user signs in. They are told of it by mail, for it may have been somebody else. */
export type SignInChange =
  | 'passkey added'
  | 'passkey removed'
  | 'second factor set up'
  | 'recovery codes renewed'
  | 'second factor turned off'
  | 'second factor reset'

/**
 * `code`: the password was right, and a code of the second factor is missing; the proof is the hash of the hash of the password.
 * `set-up`: a second factor is set up, its proof the secret, sealed. `passkey` and `add-passkey`: the challenge.
 */
export type SignInStepKind = 'code' | 'set-up' | 'passkey' | 'add-passkey'

/**
 * The tables as queries see them. Columns are portable: text ids, ISO timestamps of fixed width, JSON as text,
 * 0 and 1 for booleans (docs/decisions/0002-portable-columns.md).
 */
export interface Tables {
  users: {
    id: string
    email: string
    name: string
    email_verified: Generated<number>
    image: string | null
    role: Role
    /** Null for who may come in. */
    disabled_at: string | null
    /** Since when the user is gone for good; the row stays, for the name. */
    removed_at: string | null
    created_at: string
    updated_at: string
  }
  /** How a user proves to be who they are: better-auth's, as are sessions and verifications. */
  accounts: {
    id: string
    user_id: string
    account_id: string
    /** `credential` for a password. */
    provider_id: string
    /** A hash. */
    password: string | null
    access_token: string | null
    refresh_token: string | null
    id_token: string | null
    access_token_expires_at: string | null
    refresh_token_expires_at: string | null
    scope: string | null
    created_at: string
    updated_at: string
  }
  sessions: {
    id: string
    user_id: string
    /** Worth nothing without the key that signs it in the cookie. */
    token: string
    ip_address: string | null
    user_agent: string | null
    expires_at: string
    created_at: string
    updated_at: string
    /** 1 where it took more than a password to begin, or a second factor was set up in it; null: not, or nobody knows. */
    second_factor: number | null
  }
  /** Who is on the way to the identity provider and back: by the hash of the state that goes along. */
  provider_attempts: {
    hash: string
    /** Of the cookie of the browser that it was begun in. */
    browser_hash: string
    /** Nonce and verifier, sealed. */
    sealed: string
    expires_at: string
  }
  /** Sessions that the identity provider answers for. */
  provider_sessions: {
    session_id: string
    account_id: string
    /** Both sealed. Without the first the provider cannot be asked again. */
    refresh_token: string | null
    id_token: string | null
    /** When it is asked again. */
    due_at: string
    /** When the session is over, whatever the provider says until then and does not say. */
    ends_at: string
  }
  /** What a user is asked for beside the password: whoever has no row is not. */
  second_factors: {
    user_id: string
    /** Of the authenticator app, sealed. */
    secret: string
    /** The period of 30 seconds whose code was taken last: none up to that is taken again. */
    last_step: number
    created_at: string
  }
  /** Those that are not used yet, by their SHA-256. */
  recovery_codes: {
    user_id: string
    hash: string
  }
  passkeys: {
    id: string
    user_id: string
    name: string
    /** Base64url, as is the key (COSE). */
    credential_id: string
    public_key: string
    /** Of the signatures that the authenticator says it has made; 0 where it does not count. */
    counter: number
    transports: string
    created_at: string
    last_used_at: string | null
  }
  /** What is begun and not finished, by the hash of what only the browser has that began it. */
  sign_in_steps: {
    hash: string
    kind: SignInStepKind
    user_id: string | null
    /** What has to be so still, or to come back, for it to be finished: see the kinds. */
    proof: string
    expires_at: string
  }
  verifications: {
    id: string
    identifier: string
    value: string
    expires_at: string
    created_at: string
    updated_at: string
  }
  /** One row, `this`. */
  installation: {
    id: string
    /** Of the secret that makes the first user. */
    setup_hash: string | null
    setup_expires_at: string | null
    /** Of the last event that has a place in the feed. */
    feed_position: Generated<number>
  }
  /** Those that can still be accepted. */
  invitations: {
    id: string
    hash: string
    email: string | null
    role: Role
    /** JSON: the projects that whoever accepts is a member of at once, with the role in each. */
    projects: string | null
    created_by: string
    created_at: string
    expires_at: string
  }
  tokens: {
    id: string
    user_id: string
    name: string
    hash: string
    created_at: string
    expires_at: string
    last_used_at: string | null
    revoked_at: string | null
    /** JSON arrays; null for full access. */
    permissions: string | null
    project_ids: string | null
    rate_per_minute: number | null
    rate_per_hour: number | null
    /** Under which its requests are counted; null for its own id. */
    counted_as: string | null
    /** 1 once its user was told that it is about to end, or need not be. */
    expiry_told: Generated<number>
  }
  token_audit: {
    id: string
    user_id: string
    token_id: string
    token_name: string
    action: TokenAction
    done_by: string
    created_at: string
    details: string
  }
  projects: {
    id: string
    /** Null where that is unknown, or the project was deleted. */
    created_by: string | null
    name: string
    status: ProjectStatus
    genre: string | null
    created_at: string
    updated_at: string
  }
  project_members: {
    project_id: string
    user_id: string
    role: ProjectRole
    created_at: string
    /** When the project was: who was a member then still hears what was told about it. */
    deleted_at: string | null
  }
  /** Who made whom what in a project. Null for no member. */
  member_changes: {
    id: string
    project_id: string
    user_id: string
    old_role: ProjectRole | null
    new_role: ProjectRole | null
    /** Null for the command line. */
    changed_by: string | null
    created_at: string
  }
  scenes: {
    id: string
    project_id: string
    scene_number: string
    /** `naturalOrder` of the number. */
    number_order: string
    story_beat: string | null
    act: number | null
    macro_scene: string | null
    /** Its place, where somebody set an order; null leaves it to the number. */
    position: number | null
  }
  shots: {
    id: string
    scene_id: string
    shot_code: string
    description: string | null
    sort_order: number
    required: number
    /** A day, `2026-11-21`. */
    due_on: string | null
    note: string | null
  }
  /** Members of the project, who work on a shot of it. */
  shot_assignees: {
    shot_id: string
    user_id: string
    project_id: string
  }
  characters: {
    id: string
    project_id: string
    name: string
    /** `naturalOrder` of the name. */
    name_order: string
    role: string | null
    description: string | null
    /** Its place, where somebody set an order; null leaves it to the name. */
    position: number | null
  }
  prompt_packages: {
    id: string
    project_id: string
    name: string
    prompt: string
    negative_prompt: string | null
    constraints: string | null
    target_aspect_ratio: string | null
    target_duration_sec: number | null
    style_profile: string | null
    tags: string | null
    metadata: string | null
    created_at: string
    updated_at: string
  }
  platforms: {
    id: string
    slug: string
    name: string
    /** `naturalOrder` of the name. */
    name_order: string
    provider: string
    specialties: string
    supported_output: string
    homepage_url: string | null
    docs_url: string | null
    /** 1 for one that a user added: the built-in catalogue never overwrites it. */
    own: number
  }
  /** Files by what their bytes are. */
  blobs: {
    /** SHA-256, in hex. */
    hash: string
    bytes: number
    /** Null until its bytes are in the store. */
    kept_at: string | null
    /** Milliseconds: when somebody last meant to refer to it. One that nobody refers to is removed a day later. */
    touched_at: number
    /** Milliseconds: until then somebody removes it, and nobody may refer to it. */
    removing_until: number
    /** JSON: `MediaFacts`; null until somebody has looked into it. */
    facts: string | null
    /** 1: the service made it, and knows no more of it than that; nobody has sent the same. */
    made_only: number
    /** Milliseconds; null where nothing is to be found out or made of it. While somebody works on it, until when they do at most. */
    work_due_at: number | null
    work_attempts: number
    leased_by: string | null
    /** CRC-32 of its bytes, unsigned; null until somebody has read them for it. */
    crc: number | null
  }
  /** What kept files say of themselves, signed. */
  content_credentials: {
    hash: string
    /** Of those who were trusted when it was read. */
    trust: string
    /** Milliseconds; null once it is read. */
    work_due_at: number | null
    work_attempts: number
    leased_by: string | null
    /** JSON: `ContentCredentials`; null until it is read. */
    credentials: string | null
  }
  /** How blobs look of which there is a picture: 64 bits as four numbers of 16; all null where there is nothing to be told apart by. */
  looks: {
    hash: string
    a: number | null
    b: number | null
    c: number | null
    d: number | null
    /** Milliseconds; null once it is taken. */
    work_due_at: number | null
    work_attempts: number
    leased_by: string | null
  }
  /** What the service made of a blob: thumbnails and the like. */
  made_media: {
    of_hash: string
    kind: MediaKind
    hash: string
    width: number | null
    height: number | null
  }
  /** The media of versions: what was sent or is to be fetched. Also of those that are deleted, as long as they can be restored. */
  version_media: {
    version_id: string
    kind: UploadKind
    project_id: string
    state: MediaState
    hash: string | null
    bytes: number
    /** Where it was had from, where that is not the `output_url` of the version. */
    url: string | null
    /** Milliseconds: when that address ends, as far as it says so. */
    ends_at: number | null
    /** Milliseconds: when it is to be tried again; of what was never tried, what those that come first have least of. */
    due_at: number
    attempts: number
    leased_by: string | null
    leased_until: number
    /** Why it is lost, or was not to be had when it was last tried; in words. */
    reason: string | null
    /** JSON: `MediaSummary` of the version, in the row of its original; of a waveform, what it is, in base64. */
    summary: string | null
  }
  /** What is handed over, for some days. */
  /** How far the backups are that are made by themselves: one row, of the last that was made and the last that failed. */
  backups: {
    id: string
    /** Where they go, in words. */
    target: string
    started_at: string | null
    /** The moment that the last one that was made is of. */
    made_at: string | null
    made_name: string | null
    /** Of the database and of all files in it. */
    bytes: number | null
    files: number | null
    /** Files that are gone or damaged, and so not in it. */
    missing: number | null
    failed_at: string | null
    problem: string | null
    /** Since the last that was made. */
    failures: number
    /** Milliseconds: when administrators were last told that they fail. */
    told_at: number | null
    work_due_at: number
    work_attempts: number
    leased_by: string | null
  }
  exports: {
    id: string
    project_id: string
    created_by: string
    created_at: string
    ends_at: string
    name: string
    /** JSON: `NewExport`. */
    request: string
    state: 'preparing' | 'ready' | 'failed'
    reason: string | null
    /** Media that are read of `files`, while it is prepared. */
    prepared: number
    files: number
    missing: number
    /** Media that are signed copies, and those that could not be signed: null where nobody asked for them, or counted. */
    signed: number | null
    unsigned: number | null
    /** Of its ZIP: all headers and files, and the directory after them. */
    directory_offset: number | null
    directory_bytes: number | null
    /** Milliseconds; null once it is ready or failed. */
    work_due_at: number | null
    work_attempts: number
    leased_by: string | null
  }
  /** What is in the ZIP of an export, in the order in which it lies there. */
  export_files: {
    export_id: string
    /** Where its local header begins. */
    zip_offset: number
    name: string
    bytes: number
    crc: number
    /** Its bytes are those of a blob, from `blob_offset` on. */
    hash: string
    blob_offset: number
  }
  /** Uploads of which parts are there. */
  uploads: {
    id: string
    version_id: string
    project_id: string
    user_id: string
    bytes: number
    /** How many of them are there. */
    received: number
    /** Milliseconds. */
    touched_at: number
  }
  /** What media take, by project; that of '' is the installation, whose every blob counts once. */
  media_usage: { project_id: string; files: number; bytes: number }
  media_quotas: { project_id: string; bytes: number }
  /** Scenes in the trash, which are in a project of nobody meanwhile. */
  deleted_scenes: {
    scene_id: string
    /** Where it was, by which number, and at which place. */
    project_id: string
    scene_number: string
    position: number | null
    /** JSON: the ids of its winners. */
    winners: string
    /** How many it has. */
    shots: number
    versions: number
    deleted_at: string
    deleted_by: string
  }
  /** Projects in the trash: what they were. Who was a member is among their members still. */
  deleted_projects: {
    project_id: string
    created_by: string | null
    name: string
    status: ProjectStatus
    genre: string | null
    deleted_at: string
    deleted_by: string
  }
  /** What was deleted and is still to be removed. */
  deletions: {
    id: string
    project_id: string
    leased_by: string | null
    /** Milliseconds. */
    leased_until: number
  }
  asset_versions: AssetVersionRow
  /** `deleted_at` is empty for one that is to go for good. `deleted_by` is null where nobody has written it down. */
  deleted_asset_versions: AssetVersionRow & { deleted_at: string; deleted_by: string | null }
  playlists: {
    id: string
    project_id: string
    name: string
    note: string | null
    created_by: string
    created_at: string
    updated_at: string
  }
  /** What is in them: versions, also those that are deleted, as long as they can be restored. */
  playlist_items: {
    id: string
    playlist_id: string
    version_id: string
    /** Of the others in the list, whatever is between. */
    position: number
  }
  /** Of a project, or of whoever made it alone where `project_id` is null. */
  saved_searches: {
    id: string
    project_id: string | null
    name: string
    /** What is looked for. */
    q: string
    created_by: string
    created_at: string
    updated_at: string
  }
  /** What a user does with one. */
  saved_search_users: {
    user_id: string
    saved_search_id: string
    /** Of the others that the user has pinned, whatever is between; null: not pinned. */
    position: number | null
    /** Null where it was never opened. */
    seen_at: string | null
  }
  /** Tags of versions that have a colour. */
  project_tags: { project_id: string; name: string; color: string }
  /** Which rights the output of a platform has in a project, where the studio has said so. */
  rights_defaults: {
    project_id: string
    platform_key: string
    rights_state: RightsState
  }
  status_changes: {
    id: string
    project_id: string
    asset_version_id: string
    old_status: AssetStatus
    new_status: AssetStatus
    changed_by: string
    created_at: string
  }
  /** How the winners of a project become a film; where there is none, as `defaultCutSettings` says. */
  cut_settings: {
    project_id: string
    rate_numerator: number
    rate_denominator: number
    still_frames: number
    slate_frames: number
  }
  /** In and out of a version in a shot; `out_frame` is the first that is not shown. */
  shot_trims: {
    shot_id: string
    asset_version_id: string
    in_frame: number
    out_frame: number
    rate_numerator: number
    rate_denominator: number
  }
  /** Which winner a place of the film had; in the order of `number`, within its scene. */
  winner_changes: {
    id: string
    project_id: string
    scene_id: string
    number: number
    shot_id: string | null
    /** Only of a shot that was deleted with it. */
    shot_code: string | null
    asset_type: AssetType
    old_version_id: string | null
    new_version_id: string | null
    changed_by: string
    created_at: string
  }
  /** Changes of versions, which can be undone. */
  asset_change_sets: {
    id: string
    project_id: string
    user_id: string
    kind: AssetChangeSet['kind']
    created_at: string
    /** How many versions it changed of those that were named. */
    changed: number
    /** What the client calls its request. */
    request_id: string | null
    undo_of: string | null
    undone_by_id: string | null
    /** JSON: what was asked for, what was answered, and of each version what was changed. */
    said: string
    answer: string
    items: string
  }
  /** What was said of versions, also of those that were deleted and can be restored. */
  comments: {
    id: string
    asset_version_id: string
    project_id: string
    scene_id: string
    /** The comment that began the thread; null for that one itself. */
    thread_id: string | null
    /** Null for a guest of a link, who has a name instead. */
    author_id: string | null
    guest_id: string | null
    guest_name: string | null
    audience: Audience
    /** With the rate; null for the whole take. */
    first_frame: number | null
    last_frame: number | null
    rate_numerator: number | null
    rate_denominator: number | null
    created_at: string
    edited_at: string | null
    resolved_at: string | null
    resolved_by: string | null
    /** It says nothing any more, and keeps its place for the replies of others. */
    deleted_at: string | null
    text: string
    /** JSON. */
    drawing: string | null
  }
  /** Files that came with comments; also of versions that were deleted and can be restored. */
  attachments: {
    id: string
    asset_version_id: string
    project_id: string
    scene_id: string
    /** Who sent it. */
    user_id: string
    /** Null until one has taken it: then it goes after a day. */
    comment_id: string | null
    /** Among those of its comment. */
    position: number
    hash: string
    bytes: number
    /** Milliseconds. */
    created_at: number
    name: string
  }
  comment_mentions: {
    comment_id: string
    user_id: string
    thread_id: string
    project_id: string
  }
  /** Threads that are open, of versions that are there. */
  open_notes: {
    comment_id: string
    asset_version_id: string
    project_id: string
    scene_id: string
    shot_id: string | null
    author_id: string | null
  }
  verdicts: {
    id: string
    asset_version_id: string
    project_id: string
    scene_id: string
    user_id: string | null
    guest_id: string | null
    guest_name: string | null
    verdict: VerdictKind
    /** 1 for the latest of whoever gave it. */
    is_current: number
    created_at: string
    note: string
  }
  /** What a card says of a version, counted. */
  version_reviews: {
    asset_version_id: string
    scene_id: string
    open_notes: number
    approved: number
    changes_needed: number
    changed_at: string
  }
  /** Of a person, or of the film where `user_id` is empty. Of a version that was deleted they wait for it to come back. */
  take_marks: {
    asset_version_id: string
    user_id: string
    project_id: string
    scene_id: string
    flag: MarkFlag
    stars: number
    /** Null where one has not looked at it yet. */
    seen_at: string | null
    updated_at: string
  }
  /** What a project may cost, and did when that was summed up last; `told` is the per cent of which its owners were told. */
  budgets: {
    project_id: string
    amount_usd: number
    spent_usd: number
    told: number
  }
  approval_rules: {
    project_id: string
    needed: number
  }
  approvers: {
    project_id: string
    user_id: string
  }
  /** Who changed a field last, of those who change one at a time. */
  edits: {
    project_id: string
    /** Of what was changed; of the order of scenes `scenes`, and the like. */
    of_id: string
    field: string
    /** Of the value that it got: it may have another one since, by another way. */
    digest: string
    user_id: string
    created_at: string
  }
  /** Versions that went to another scene: for whoever has the one open that they left. */
  departures: {
    scene_id: string
    asset_version_id: string
    left_at: string
  }
  /** Which takes of a scene `take_sums` has: those before that day. */
  summed_scenes: {
    scene_id: string
    /** As `2026-11-21`. */
    before: string
  }
  /** What takes are together that are alike in what is here; of a day, or with an empty one all that are summed up. */
  take_sums: {
    scene_id: string
    day: string
    number: number
    platform_key: string
    platform_label: string
    model_name: string | null
    rights_state: RightsState
    created_by: string
    versions: number
    winners: number
    in_use: number
    cost_usd: number
    with_cost: number
    generation_seconds: number
    with_generation_time: number
    queue_wait_seconds: number
    with_queue_time: number
  }
  /** Days before today of which takes changed since they were summed up, or before they are. */
  changed_days: {
    number: Generated<number>
    scene_id: string
    day: string
  }
  version_counters: {
    scene_id: string
    asset_type: AssetType
    platform_key: string
    last_number: number
    /** Of the version that has that number, in time and id; empty for one of before there were these. */
    last_created_at: Generated<string>
    last_id: Generated<string>
  }
  /** What was answered to a capture that carried a key of its own, so that a repeat gets the same. */
  capture_keys: {
    user_id: string
    kind: string
    key: string
    fingerprint: string
    answer: string
    asset_version_id: string
    created_at: string
  }
  preferences: {
    user_id: string
    last_active_project_id: string | null
    last_active_scene_id: string | null
    default_asset_type: AssetType | null
    default_status: CaptureStatus | null
    enabled_platforms: string | null
    auto_fill_enabled: number | null
  }
  events: {
    id: string
    /** Who did it; of a test event, for whom it is. */
    user_id: string
    event: string
    project_id: string | null
    scene_db_id: string | null
    created_at: string
    data: string
    /** Its place in the one order of the feed; null until somebody reads it. */
    position: number | null
  }
  webhooks: {
    id: string
    user_id: string
    url: string
    description: string | null
    /** JSON arrays, as are the two below; null for no filter. */
    events: string
    project_ids: string | null
    scene_db_ids: string | null
    template: string | null
    /** 1 and 0 where one event makes one POST. */
    batch_events: number
    batch_seconds: number
    active: number
    paused_at: string | null
    paused_reason: string | null
    /** Sealed (secret-box.ts), as is the one before the last rotation. */
    secret: string
    previous_secret: string | null
    previous_secret_until: string | null
    failing_since: string | null
    failed_attempts: number
    /** When the attempts of the last minute began: a JSON array of milliseconds. */
    recent_attempts: string
    /** Milliseconds; until then the rate limit lets nothing through. */
    resume_at: number
    /** The lease by which a worker sends to it, until the time in milliseconds. */
    leased_by: string | null
    leased_until: number
    created_at: string
    updated_at: string
    deleted_at: string | null
  }
  deliveries: {
    webhook_id: string
    event_id: string
    status: DeliveryStatus
    /** Milliseconds; null once it is settled. */
    due_at: number | null
    /** What was sent in one POST has the same; null where the event travels alone. */
    batch_id: string | null
    attempt_count: number
    retry_count: number
    /** While an attempt is under way. */
    sending_since: string | null
    response_code: number | null
  }
  attempts: {
    webhook_id: string
    event_id: string
    number: number
    started_at: string
    duration_ms: number
    outcome: AttemptOutcome
    response_code: number | null
    error: string | null
    answer: string | null
  }
  /** What concerns a user: written in the transaction that did it. */
  notices: {
    user_id: string
    /** The same for all who are told of the same thing. */
    id: string
    kind: NoticeKind
    created_at: string
    /** Who did it; null for nobody. */
    actor_id: string | null
    /** Whoever may not see that project does not see the notice. */
    project_id: string | null
    scene_db_id: string | null
    shot_id: string | null
    asset_version_id: string | null
    comment_id: string | null
    webhook_id: string | null
    token_id: string | null
    /** JSON. */
    details: string
    /** 0 where it is for mail alone. */
    in_console: number
    read_at: string | null
    /** Milliseconds; null where it is not to be mailed, or was. */
    mail_due_at: number | null
  }
  /** Where they differ from the defaults. */
  notice_settings: {
    user_id: string
    kind: NoticeKind
    in_console: number
    mail: NoticeMail
  }
  /** What is to be mailed: one row at most for each user, invitation or address, and any number for an account. */
  mails: {
    id: string
    kind: 'notices' | 'invitation' | 'password' | 'sign-in'
    user_id: string | null
    invitation_id: string | null
    /** Of who forgot a password, as it was typed. */
    address: string | null
    /** Milliseconds, as are the next and the last. */
    due_at: number
    give_up_at: number
    attempts: number
    leased_by: string | null
    leased_until: number
    /** Whose way to sign in was changed, and what of it. */
    account_id: string | null
    sign_in_change: SignInChange | null
  }
  /** The secrets of links that were mailed: of a new password for a user, or of an invitation. */
  mailed_links: {
    hash: string
    user_id: string | null
    invitation_id: string | null
    expires_at: string
  }
  /** Review links. */
  links: {
    id: string
    project_id: string
    name: string
    /** SHA-256 of the secret of its address, in hex. */
    hash: string
    shows: LinkShows
    scene_id: string | null
    playlist_id: string | null
    /** A hash; null where none is asked for. */
    password: string | null
    may_comment: number
    may_give_verdict: number
    may_download: number
    watermark: number
    created_by: string
    created_at: string
    expires_at: string
    revoked_at: string | null
    /** How many have entered. */
    guests: number
    views: number
    last_viewed_at: string | null
  }
  link_guests: {
    id: string
    link_id: string
    project_id: string
    name: string
    /** SHA-256 of what is in the cookie; null where the visit was ended. */
    hash: string | null
    created_at: string
    /** To the hour. */
    last_seen_at: string
  }
  /** Pictures and films with the name of a guest burnt into them; those to be made among them. */
  marked_media: {
    id: string
    guest_id: string
    link_id: string
    /** The original. */
    of_hash: string
    is_film: number
    /** What is burnt in. */
    name: string
    /** Milliseconds, as all of these. */
    asked_at: number
    /** To the hour. */
    used_at: number
    made_at: number | null
    /** Null until it is made. */
    hash: string | null
    bytes: number | null
    /** Why it cannot be made; null where it can. */
    problem: string | null
    work_due_at: number | null
    work_attempts: number
    leased_by: string | null
  }
  link_changes: {
    id: string
    project_id: string
    link_id: string
    link_name: string
    action: LinkAction
    changed_by: string
    token_id: string | null
    created_at: string
    /** JSON. */
    details: string
  }
  /** Review sessions. */
  reviews: {
    id: string
    project_id: string
    name: string
    plays_kind: ReviewSubjectKind
    plays_id: string | null
    started_by: string
    started_at: string
    ended_at: string | null
    /** Who leads, and by which page; null where nobody does. */
    leader_id: string | null
    leader_page: string | null
    /** How often the lead was taken. */
    term: number
    /** Milliseconds, by the clock of the database: until then nobody else leads who does not ask for it. */
    lease_until: number
    /** JSON: what was shown last, as of the last renewal of the lease. */
    state: string | null
  }
  review_people: {
    review_id: string
    user_id: string
    project_id: string
    /** Milliseconds, by the clock of the database. */
    seen_until: number
  }
  /** What was shown. */
  review_versions: {
    review_id: string
    asset_version_id: string
    project_id: string
  }
  /** Versions that the search has not seen as they are; triggers of the database write them down. */
  search_waiting: { number: Generated<number>; version_id: string }
  /** One row: of an index that was made of this database. */
  search_origin: { id: string }
  /** On PostgreSQL alone, as are the next: the index of the search. */
  search_documents: { number: number; version_id: string; terms: string }
  search_words: { word: string; id: Generated<number> }
  /** Documents whose numbers follow one another, and which of them have a word. */
  search_segments: {
    id: Generated<number>
    first_number: number
    last_number: number
    documents: number
    /** 1 for one that is in use no more, whose postings are still to be deleted. */
    is_gone: Generated<number>
  }
  search_postings: { segment_id: number; word: number; documents: string }
  /** Scenes and shots that the search has not seen as they are; written down as versions are. */
  search_places_waiting: { number: Generated<number>; place_id: string }
  /** Scenes and shots that can be found: by which words, as a JSON array, and in which project. */
  search_places: { place_id: string; project_id: string; words: string }
  search_place_words: { project_id: string; word: string; place_id: string }
  /** One row, `this`: how far the index is. */
  search_progress: {
    id: string
    /** `search_origin`, and by which rules the index was made. */
    origin: string
    next_number: number
    /** The id of the last version that was walked past; null once all were. */
    walked_to: string | null
    /** The id of the last version that there was when the index was begun. */
    walks_to: string
    next_of_walk: number
    last_of_walk: number
    /** From this number on documents are in no segment yet. */
    open_from: Generated<number>
  }
}
