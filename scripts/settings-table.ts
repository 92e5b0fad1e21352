/** What README's table of settings leaves out, and what it names that is none. @param names of all settings. */
export function findWrongSettings(readme: string, names: readonly string[]): string[] {
  const [, section = ''] = readme.split(/^## Settings$/m);
  const rows = section.split(/^## /m)[0]!.match(/^\| `.*?\|/gm) ?? [];
  const listed = rows.flatMap((row) => [...row.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!));
  return [
    ...names.filter((name) => !listed.includes(name)).map((name) => `its table of settings lacks ${name}`),
    ...listed
      .filter((name) => !names.includes(name))
      .map((name) => `its table of settings names ${name}, which is none`),
  ];
}
