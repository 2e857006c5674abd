/** What a mail says, before it is known how it is written. */
export interface Letter {
  subject: string
  paragraphs: Paragraph[]
}

type Paragraph = string | { link: string; label: string } | { list: { text: string; link?: string }[] }

/** A letter as plain text and as HTML: whatever names are in it, they are no more than text. */
export function written({ subject, paragraphs }: Letter): { subject: string; text: string; html: string } {
  const body = paragraphs.map(htmlOf).join('\n')
  return {
    subject: oneLine(subject, 150),
    text: `${paragraphs.map(textOf).join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(oneLine(subject, 150))}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1c1b22;background:#f4f3f7">
<div style="max-width:560px;margin:auto;padding:24px;border-radius:12px;background:#fff">
${body}
</div></body></html>
`,
  }
}

/** Without line ends and other signs that control, of which a header must have none (RFC 5322, section 2.2). */
export function oneLine(text: string, longest: number): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .trim()
  return line.length <= longest ? line : `${line.slice(0, longest - 1)}…`.toWellFormed()
}

function textOf(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return oneLine(paragraph, 2000)
  if ('link' in paragraph) return `${paragraph.label}:\n${paragraph.link}`
  return paragraph.list
    .map(({ text, link }) => `- ${oneLine(text, 500)}${link ? `\n  ${link}` : ''}`)
    .join('\n')
}

function htmlOf(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return `<p>${escaped(oneLine(paragraph, 2000))}</p>`
  if ('link' in paragraph) {
    const { link, label } = paragraph
    return `<p><a href="${escaped(link)}" style="color:#5b3df5">${escaped(label)}</a></p>`
  }
  const items = paragraph.list.map(({ text, link }) => {
    const words = escaped(oneLine(text, 500))
    return `<li>${link ? `<a href="${escaped(link)}" style="color:#5b3df5">${words}</a>` : words}</li>`
  })
  return `<ul>${items.join('\n')}</ul>`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign]!)
}
