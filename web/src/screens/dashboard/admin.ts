export { AdminHome } from './admin-home.tsx';
export { loadAdmin } from './load-admin.ts';
