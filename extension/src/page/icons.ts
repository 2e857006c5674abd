/** As createIcon draws them. */
export const icons = {
  capture: 'M2 6h12v7H2zM2 6l1.2-3.4 11 0.2L14 6M6 3l-1 3M10 3 9 6',
  busy: 'M8 1.5a6.5 6.5 0 1 1-6.5 6.5',
  good: 'M3 8.5 6.5 12 13 4.5',
  warn: 'M8 2.5 14.5 13.5h-13zM8 7v3',
  bad: 'M4 4l8 8M12 4l-8 8',
}
