import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ListedTool, Tool } from '../../../contract/knowledge.ts';
import { toolSlugs } from '../../../contract/knowledge-tools.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { plainText, splitWords } from '../search/search.ts';
import { readTool, wordsOf } from './tool-file.ts';

/** Where the pages of the knowledge base are, one for each tool. */
const folder = join(import.meta.dirname, '../../../knowledge');

/** A tool with its words as a search compares them: its name, then its aspects. */
interface Page {
  tool: Tool;
  searched: string[];
}

/**
 * All pages of the knowledge base, by name.
 * @throws Error that begins with the file and the line of what is wrong, of the first that is
 */
export function readPages(from = folder): Page[] {
  const files = readdirSync(from).filter((file) => file.endsWith('.md'));
  const stray = files.find((file) => !toolSlugs.some((slug) => file === `${slug}.md`));
  if (stray) throw new Error(`knowledge/${stray}:1: no tool has this name; contract/knowledge-tools.ts lists them`);
  return toolSlugs
    .map((slug) => {
      const file = `${slug}.md`;
      if (!files.includes(file)) throw new Error(`knowledge/${file}:1: the page of a tool is missing`);
      const tool = readTool(slug, `knowledge/${file}`, readFileSync(join(from, file), 'utf8'));
      return { tool, searched: [tool.name, ...tool.aspects.map(({ blocks }) => wordsOf(blocks))].map(plainText) };
    })
    .sort((one, other) => one.tool.name.localeCompare(other.tool.name, 'en'));
}

/**
 * The knowledge base, read once: a page that cannot be read keeps the server from starting. In development it is read again
 * with each question, so that an edit is seen at once.
 */
export class Knowledge {
  readonly #read: () => Page[];

  constructor({ production }: { production: boolean }, from = folder) {
    const atStart = readPages(from);
    this.#read = production ? () => atStart : () => readPages(from);
  }

  /** The tools with every word of a search, those first that have them nearest to the top; all by name without one. */
  list(search = ''): ListedTool[] {
    const { words } = splitWords(search);
    return this.#read()
      .map(({ tool, searched }) => ({
        tool,
        places: words.map((word) => searched.findIndex((text) => text.includes(word))),
      }))
      .filter(({ places }) => places.every((place) => place >= 0))
      .sort((one, other) => sum(one.places) - sum(other.places))
      .map(({ tool }) => listed(tool));
  }

  /** The tools in whose name a search stands, by name. */
  listByName(search: string): ListedTool[] {
    const part = plainText(search);
    return this.#read()
      .filter(({ searched: [name] }) => name?.includes(part))
      .map(({ tool }) => listed(tool));
  }

  /** @throws Refusal `not_found` where there is no such tool */
  get(slug: string): Tool {
    const page = this.#read().find(({ tool }) => tool.slug === slug);
    if (!page) throw new Refusal('not_found');
    return page.tool;
  }
}

const listed = ({ slug, name, screen, summary }: Tool): ListedTool => ({ slug, name, screen, summary });
const sum = (places: readonly number[]) => places.reduce((all, place) => all + place, 0);
