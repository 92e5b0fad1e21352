import { useState } from 'react';
import { messages } from '../messages/index.ts';
import button from '../ui/button.module.css';
import { MenuIcon } from '../ui/icons.tsx';
import { useOnDemand } from '../use-on-demand.ts';

const loadMenu = () => import('./menu/menu.tsx').then((module) => module.Menu);

/** Opens the menu panel, which is fetched when a finger or the focus comes near. */
export function MenuButton({ onFail }: { onFail: (failed: boolean) => void }) {
  const [open, setOpen] = useState(false);
  const [Menu, fetchMenu] = useOnDemand(loadMenu);
  const show = () => {
    setOpen(true);
    fetchMenu().then(
      () => onFail(false),
      () => {
        setOpen(false);
        onFail(true);
      },
    );
  };
  const prepare = () => void fetchMenu().catch(() => {});
  return (
    <>
      <button
        type="button"
        className={`${button.icon} ${button.large}`}
        aria-label={messages.shell.menu}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={show}
      >
        <MenuIcon />
      </button>
      {open && Menu && <Menu onClose={() => setOpen(false)} />}
    </>
  );
}
