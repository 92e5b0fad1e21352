import { Link } from 'react-router';
import type { TextBlock, TextPart, Tool } from '../../../../contract/knowledge.ts';
import { knowledgeDesk as words } from '../../messages/en/knowledge-desk.ts';
import { usersDesk } from '../../messages/en/users-desk.ts';
import { ButtonLink } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import page from '../../ui/page.module.css';
import styles from './knowledge.module.css';

/** A tool in its aspects, and the way to its screen. */
export function ToolDetail({ name, screen, roles, aspects }: Tool) {
  return (
    <section className={page.section} aria-label={words.detail}>
      <h2 tabIndex={-1}>{name}</h2>
      <ButtonLink look="plain" to={screen}>
        {words.open(name)}
      </ButtonLink>
      <dl className={styles.aspects}>
        {aspects.map(({ aspect, blocks }) => (
          <div key={aspect}>
            <dt>{words.aspects[aspect]}</dt>
            <dd>
              {blocks.map((block, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a text stays in its order
                <Block key={index} {...block} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className={list.note}>{words.roles(roles.map(usersDesk.roleOf).join(', '))}</p>
    </section>
  );
}

function Block(block: TextBlock) {
  if (block.kind === 'paragraph')
    return (
      <p>
        <Parts parts={block.parts} />
      </p>
    );
  const List = block.ordered ? 'ol' : 'ul';
  return (
    <List>
      {block.items.map((parts, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text stays in its order
        <li key={index}>
          <Parts parts={parts} />
        </li>
      ))}
    </List>
  );
}

const elements = { plain: 'span', strong: 'strong', emphasis: 'em', code: 'code' } as const;

function Parts({ parts }: { parts: readonly TextPart[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: a text stays in its order
  return parts.map((part, index) => <Part key={index} {...part} />);
}

function Part({ text, look, to }: TextPart) {
  if (to?.startsWith('/')) return <Link to={to}>{text}</Link>;
  if (to)
    return (
      <a href={to} target="_blank" rel="noopener">
        {text}
      </a>
    );
  const Element = elements[look];
  return <Element>{text}</Element>;
}
