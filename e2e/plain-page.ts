/**
 * As many pictures and words as a board of `takes` has, in as many rows, and no script: what the machine can do with these.
 * The pictures are `0.png` and so on beside it, over and over.
 */
export function plainPage({ takes, pictures }: { takes: number; pictures: number }): string {
  const cell = (number: number) =>
    `<div><img loading="lazy" decoding="async" src="${number % pictures}.png"><p>Take ${number}</p></div>`
  const rows = Array.from(
    { length: takes / 4 },
    (_, row) => `<section>${[0, 1, 2, 3].map((column) => cell(row * 4 + column)).join('')}</section>`,
  )
  return `<style>
    section { display: flex; gap: 14px; height: 257px; content-visibility: auto; contain-intrinsic-size: 257px }
    div { width: 232px; height: 243px; border: 1px solid }
    img { width: 100%; height: 130px; object-fit: cover }
  </style>${rows.join('')}`
}
