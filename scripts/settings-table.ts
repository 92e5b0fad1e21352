/** What a setting is when it is not set, as the table says it: its value, or `unset`. */
export type DefaultOf = (name: string, told: string) => boolean;

/**
 * What a document's table of settings leaves out, names that is none, or has another default for.
 * @param names of all settings; without `isWhole` the table may have some of them
 */
export function findWrongSettings(
  text: string,
  names: readonly string[],
  isDefault: DefaultOf,
  isWhole = true,
): string[] {
  const [, table = ''] = text.split(/^\| name \| default \| meaning \|\n/m);
  const rows = table.split('\n\n')[0]!.match(/^\| `.*$/gm) ?? [];
  const told = rows.flatMap((row) => {
    const [, named = '', defaults = ''] = row.split('|').map((cell) => cell.trim());
    const inRow = [...named.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!);
    // Several settings in a row have their defaults in the same order.
    const values = inRow.length > 1 ? defaults.split(', ') : [defaults];
    return inRow.map((name, at) => ({ name, value: values[at] ?? '' }));
  });
  const listed = told.map(({ name }) => name);
  return [
    ...names.filter((name) => isWhole && !listed.includes(name)).map((name) => `its table of settings lacks ${name}`),
    ...listed
      .filter((name) => !names.includes(name))
      .map((name) => `its table of settings names ${name}, which is none`),
    ...told
      .filter(({ name, value }) => names.includes(name) && !isDefault(name, value))
      .map(({ name, value }) => `its table of settings says that ${name} is "${value}" by default`),
  ];
}
