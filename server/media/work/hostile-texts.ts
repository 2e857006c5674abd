import { randomFillSync } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { type Hostile, le16, le32, times } from './hostile-parts.ts'

/** Texts that browsers or ffmpeg would take for more, archives, and nothing at all. */
export function hostileTexts(): Hostile[] {
  return [...drawings(), ...pages(), ...playlists(), ...others()]
}

function drawings(): Hostile[] {
  const laughs = Array.from(
    { length: 9 },
    (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
  )
  return [
    text(
      'script.svg',
      'A drawing with a script',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>',
    ),
    text(
      'laughs.svg',
      'Entities that multiply: billion laughs',
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY l0 "ha">${laughs.join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&l9;</text></svg>`,
    ),
    text(
      'outside.svg',
      'A drawing that wants other files',
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><image href="http://169.254.169.254/latest/meta-data/"/><text>&x;</text></svg>',
    ),
    text(
      'large.svg',
      'A drawing of a billion pixels',
      '<svg xmlns="http://www.w3.org/2000/svg" width="99999999" height="99999999"><rect width="100%" height="100%"/></svg>',
    ),
  ]
}

function pages(): Hostile[] {
  return [
    text('page.html', 'A page', '<!doctype html><script>alert(document.cookie)</script>'),
    text('page.png', 'A page by the name of a picture', '<html><body onload=alert(1)>'),
    text('comment.jpg', 'A page behind a comment', '<!-- a picture --><script>alert(1)</script>'),
    text(
      'page.xml',
      'A page in XML',
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>',
    ),
    text(
      'style.xml',
      'XML with a sheet of style that runs',
      '<?xml version="1.0"?><?xml-stylesheet href="javascript:alert(1)"?><a/>',
    ),
    text('deep.json', 'JSON of 200,000 arrays in each other', `${'['.repeat(200_000)}${']'.repeat(200_000)}`),
  ]
}

function playlists(): Hostile[] {
  const list = '#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'
  return [
    text('list.m3u8', 'A list of films that names a file of this machine', list),
    text('list.mp4', 'The same by the name of a film', list),
    text(
      'outside.m3u8',
      'A list that names an address within',
      '#EXTM3U\n#EXTINF:10.0,\nhttp://127.0.0.1:1/secret\n#EXT-X-ENDLIST\n',
    ),
    text('list.ffconcat', 'A list of ffmpeg', "ffconcat version 1.0\nfile '/etc/passwd'\n"),
    text(
      'session.sdp',
      'A description of a session',
      'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n',
    ),
    text(
      'list.mpd',
      'A list of DASH',
      '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"><Period><AdaptationSet><Representation><BaseURL>file:///etc/passwd</BaseURL></Representation></AdaptationSet></Period></MPD>',
    ),
    {
      name: 'list-in-mp3.mp3',
      why: 'A list behind the tag of a sound',
      bytes: Buffer.concat([
        Buffer.from('ID3\x04\0\0\0\0\0\x0a', 'latin1'),
        Buffer.alloc(10),
        Buffer.from(list),
      ]),
    },
  ]
}

function others(): Hostile[] {
  const zeros = deflateRawSync(Buffer.alloc(50_000_000), { level: 1 })
  const local = Buffer.concat([
    Buffer.from('PK\x03\x04', 'latin1'),
    le16(20),
    le16(0),
    le16(8),
    le32(0),
    le32(0),
    le32(zeros.length),
    le32(50_000_000),
    le16(1),
    le16(0),
    Buffer.from('a'),
  ])
  return [
    { name: 'nothing', why: 'It is empty', bytes: Buffer.alloc(0) },
    { name: 'one-byte.mp4', why: 'A byte', bytes: Buffer.from([0]) },
    { name: 'zeros.mov', why: 'Nothing but zeros', bytes: Buffer.alloc(100_000) },
    { name: 'noise.jpg', why: 'Random bytes', bytes: randomFillSync(Buffer.alloc(100_000)) },
    {
      name: 'noise.mp3',
      why: 'Random bytes that begin like a sound',
      bytes: Buffer.concat([Buffer.from('fffb9064', 'hex'), randomFillSync(Buffer.alloc(100_000))]),
    },
    {
      name: 'bomb.zip',
      why: 'An archive that is 50 MB once it is inflated',
      bytes: Buffer.concat([local, zeros]),
    },
    {
      name: 'many-entries.zip',
      why: 'An archive of 20,000 entries',
      bytes: times(
        20_000,
        Buffer.concat([local.subarray(0, 18), le32(0), le32(0), le16(1), le16(0), Buffer.from('a')]),
      ),
    },
    {
      name: 'program.png',
      why: 'A program by the name of a picture',
      bytes: Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(200)]),
    },
    text('..%2f..%2fname.txt', 'A name that looks like a place', 'text'),
  ]
}

function text(name: string, why: string, content: string): Hostile {
  return { name, why, bytes: Buffer.from(content) }
}
