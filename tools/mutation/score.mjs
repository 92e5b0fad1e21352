/** Of the mutants of a module so many are to be caught, in percent. */
export const least = 90;

/**
 * Reads a report of Stryker's. A mutant counts as caught where a test failed or did not end; one that no test reaches counts as
 * alive. Those that do not even load, and those that a comment in the source leaves out, do not count.
 */
export function readScore({ files }) {
  const found = Object.entries(files).flatMap(([path, { mutants, source }]) =>
    mutants.map((mutant) => ({ ...mutant, where: describe(path, source, mutant) })),
  );
  const caught = found.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const alive = found.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  const mutants = caught + alive.length;
  return {
    mutants,
    caught,
    percent: mutants === 0 ? 0 : (100 * caught) / mutants,
    alive: alive.map(({ status, where }) => (status === 'NoCoverage' ? `${where} (no test comes here)` : where)),
  };
}

const short = (text) => text.replace(/\s+/g, ' ').slice(0, 80);

/** Where a mutant stands, what was there and what it is instead. */
function describe(path, source, { location: { start, end }, replacement }) {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1);
  lines[0] = lines[0].slice(start.column - 1);
  return `${path}:${start.line}: ${short(lines.join('\n'))} → ${short(replacement)}`;
}
