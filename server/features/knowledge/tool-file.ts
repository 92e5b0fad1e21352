import { marked } from 'marked';
import type { TextBlock, TextPart, Tool } from '../../../contract/knowledge.ts';
import { aspects, type ToolSlug, toolScreens } from '../../../contract/knowledge-tools.ts';
import { type Role, roles } from '../../../contract/roles.ts';
import { type Refuse, readBlock } from './tool-text.ts';

/** The words of a run, without how they look. */
export const wordsOf = (blocks: readonly TextBlock[]): string =>
  blocks
    .flatMap((block) => (block.kind === 'list' ? block.items : [block.parts]))
    .map((parts: readonly TextPart[]) => parts.map(({ text }) => text).join(''))
    .join('\n');

/**
 * One tool, from its file: a head between two lines of `---` that says its name, screen and roles, and a section for each aspect.
 * @throws Error that begins with the file and the line of what is wrong
 */
export function readTool(slug: ToolSlug, path: string, content: string): Tool {
  const refuse: Refuse = (line, problem) => {
    throw new Error(`${path}:${line}: ${problem}`);
  };
  const lines = content.replaceAll('\r\n', '\n').split('\n');
  const end = lines.indexOf('---', 1);
  if (lines[0] !== '---' || end < 0) return refuse(1, 'it begins with no head between two lines of ---');
  const head = readHead(slug, lines.slice(1, end), refuse);
  const sections = readSections(lines.slice(end + 1).join('\n'), end + 2, refuse);
  const [summary] = wordsOf(sections[0]!.blocks).split('\n');
  return { slug, ...head, summary: summary!, aspects: sections };
}

/** What the lines between the two of `---` say, the first of which is the file's second. */
function readHead(slug: ToolSlug, lines: readonly string[], refuse: Refuse): Pick<Tool, 'name' | 'screen' | 'roles'> {
  const said = new Map(
    lines.map((line, index) => {
      const [, name, value] = /^(name|screen|roles): (\S.*)$/.exec(line) ?? [];
      if (!name || !value) return refuse(index + 2, 'a head says name, screen and roles, each as "name: value"');
      return [name, { value: value.trim(), line: index + 2 }] as const;
    }),
  );
  const of = (name: string) => said.get(name) ?? refuse(1, `its head does not say its ${name}`);
  const [name, screen, whose] = [of('name'), of('screen'), of('roles')];
  if (screen.value !== toolScreens[slug][0])
    return refuse(screen.line, `${screen.value} is not the screen of ${slug}: that is ${toolScreens[slug][0]}`);
  const given = whose.value.split(/,\s*/);
  const unknown = given.find((role) => !roles.includes(role as Role));
  if (unknown !== undefined) return refuse(whose.line, `there is no role ${unknown}: ${roles.join(', ')}`);
  return { name: name.value, screen: screen.value, roles: given as Role[] };
}

/** The aspects that follow a head, told the line where they begin. */
function readSections(text: string, begins: number, refuse: Refuse): Tool['aspects'] {
  const sections: { aspect: Tool['aspects'][number]['aspect']; line: number; blocks: TextBlock[] }[] = [];
  let line = begins;
  for (const token of marked.lexer(text)) {
    const at = line;
    line += token.raw.split('\n').length - 1;
    if (token.type === 'space') continue;
    if (token.type === 'heading') {
      const aspect = aspects[sections.length];
      if (!aspect) return refuse(at, `a seventh section: there are ${aspects.join(', ')}`);
      if (token.depth !== 2 || token.text.toLowerCase() !== aspect)
        return refuse(at, `here comes the section "## ${aspect[0]!.toUpperCase()}${aspect.slice(1)}"`);
      sections.push({ aspect, line: at, blocks: [] });
      continue;
    }
    const section = sections.at(-1) ?? refuse(at, 'nothing stands before the first section, "## Function"');
    section.blocks.push(readBlock(token, at, refuse));
  }
  const missing = aspects[sections.length];
  if (missing) return refuse(line, `the section of "${missing}" is missing`);
  return sections.map(({ aspect, blocks, line: at }) =>
    blocks.length > 0 ? { aspect, blocks } : refuse(at, `the section of "${aspect}" is empty`),
  );
}
