/** Of the database of the browser in which unsent files are kept. */
export const keptName = 'dailies-uploads'
