// Folders with retired terms that are not renamed yet (pending.json): the number of each folder must not increase.

/** Returns the folder to which a file is counted: a slice, a group of screens, the migrations, a package or a top-level folder. */
export const pendingFolderOf = (file) => {
  const parts = file.split('/');
  if (parts[2] === 'migrations') return parts.slice(0, 3).join('/');
  if (parts[0] === 'apps') return parts.slice(0, /^(features|areas)$/.test(parts[3]) ? 5 : 4).join('/');
  return parts.slice(0, parts[0] === 'packages' ? 2 : 1).join('/');
};

/** Returns the folders with more findings than `pending` allows, and those with fewer, whose number must be reduced. */
export const judge = (pending, counts) => {
  const folders = [...new Set([...Object.keys(pending), ...Object.keys(counts)])];
  return {
    grown: folders.filter((folder) => (counts[folder] ?? 0) > (pending[folder] ?? 0)),
    shrunk: folders.filter((folder) => (counts[folder] ?? 0) < (pending[folder] ?? 0)),
  };
};
