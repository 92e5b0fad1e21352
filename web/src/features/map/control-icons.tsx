import { Icon } from '../../ui/icons.tsx';

export const LocateIcon = () => (
  <Icon d="M12 5.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M12 11.9v.2" />
);
export const PlusIcon = () => <Icon d="M12 5v14M5 12h14" />;
export const MinusIcon = () => <Icon d="M5 12h14" />;
export const LayersIcon = () => <Icon d="m12 4 9 5-9 5-9-5zM3.5 13.5l8.5 4.7 8.5-4.7" />;
