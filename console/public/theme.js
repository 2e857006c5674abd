// Before the first paint, so that nothing flashes: the theme that was chosen, unless the system's is to be followed.
try {
  const theme = localStorage.getItem('dailies.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is switched off: the system's theme it is.
}
