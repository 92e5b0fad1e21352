export { mails } from '../../../../contract/mails.ts';
