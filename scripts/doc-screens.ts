/** What ARCHITECTURE's words on the folders of screens have wrong: it names each that holds several of the table of screens, and no other. */
export function findWrongFolders(text: string, routes: string): string[] {
  const [, told] = /one folder per screen, but one for all those of ([^:]+):/.exec(text) ?? [];
  if (!told) return ['it does not tell which screens share a folder'];
  const named = told.split(/, | and /).map((name) => name.replace(/\/$/, ''));
  const modules = new Set(routes.match(/(?<=import\('\.\/screens\/)[\w-]+\/[\w.-]+(?='\))/g));
  const folders = [...modules].map((module) => module.slice(0, module.indexOf('/')));
  const shared = [...new Set(folders.filter((folder, at) => folders.indexOf(folder) !== at))];
  return [
    ...shared
      .filter((folder) => !named.includes(folder))
      .map((folder) => `it does not say that screens share screens/${folder}/`),
    ...named
      .filter((folder) => !shared.includes(folder))
      .map((folder) => `it says that screens share screens/${folder}/, and none do`),
  ];
}
