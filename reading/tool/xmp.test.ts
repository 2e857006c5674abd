import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMedia } from '../read-media.ts'
import { jpeg, xmpSegment } from '../sample/jpeg.ts'
import { xmp } from '../sample/xmp.ts'

const sourceType = 'http://cv.iptc.org/newscodes/digitalsourcetype'
const read = (packet: string) => readMedia(jpeg([xmpSegment(packet)]))

test("IPTC's properties for generated pictures tell the prompt and the system", async () => {
  const packet = xmp(
    '',
    `<Iptc4xmpExt:DigitalSourceType>${sourceType}/trainedAlgorithmicMedia</Iptc4xmpExt:DigitalSourceType>
     <Iptc4xmpExt:AIPromptInformation>a fox &lt;in&gt; snow</Iptc4xmpExt:AIPromptInformation>
     <Iptc4xmpExt:AIPromptWriterName>Mara</Iptc4xmpExt:AIPromptWriterName>
     <Iptc4xmpExt:AISystemUsed>Midjourney</Iptc4xmpExt:AISystemUsed>
     <Iptc4xmpExt:AISystemVersionUsed>v7</Iptc4xmpExt:AISystemVersionUsed>
     <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Fox</rdf:li><rdf:li xml:lang="de">Fuchs</rdf:li></rdf:Alt></dc:title>
     <dc:creator><rdf:Seq><rdf:li>Mara</rdf:li><rdf:li>Tom</rdf:li></rdf:Seq></dc:creator>`,
  )
  assert.deepEqual(await read(packet), [
    {
      source: { kind: 'media', format: 'xmp' },
      prompt: 'a fox <in> snow',
      modelName: 'Midjourney v7',
      platformKey: 'midjourney',
      title: 'Fox',
      metadata: { digitalSourceType: 'trainedAlgorithmicMedia', promptWriter: 'Mara', creator: 'Mara, Tom' },
    },
  ])
})

test('the properties are known by their namespace, whatever the prefix is, and as resources', async () => {
  const packet = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:q="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">
      <q:DigitalSourceType rdf:resource="${sourceType}/compositeWithTrainedAlgorithmicMedia"/>
    </rdf:Description></rdf:RDF>\0\0`
  const [reading] = await read(packet)
  assert.equal(reading?.metadata?.digitalSourceType, 'compositeWithTrainedAlgorithmicMedia')
})

test("Google's credit tells that the picture is generated, and not by which of its products", async () => {
  const [reading] = await read(xmp('photoshop:Credit="Made with Google AI"'))
  assert.deepEqual(reading, {
    source: { kind: 'media', format: 'xmp' },
    metadata: { credit: 'Made with Google AI' },
  })
})

test('Adobe Firefly is known by its tool', async () => {
  const [reading] = await read(xmp('xmp:CreatorTool="Adobe Firefly"'))
  assert.equal(reading?.platformKey, 'adobe-firefly')
})

test('a picture that is not generated tells nothing', async () => {
  const own = 'xmp:CreatorTool="GIMP" photoshop:Credit="Sora Kim"'
  assert.deepEqual(await read(xmp(`Iptc4xmpExt:DigitalSourceType="${sourceType}/digitalCapture" ${own}`)), [])
})

test('entities of its own, and what is no XML, are refused', async () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>`
  const attribute = `Iptc4xmpExt:AIPromptInformation="&b;"`
  for (const packet of [bomb + xmp(attribute), xmp(attribute), xmp('<', ''), '<', '', 'x'.repeat(1000)]) {
    assert.deepEqual(await read(packet), [])
  }
})
