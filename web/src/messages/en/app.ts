/** What a phone says of the product among its apps; its shortcuts are named as their screens. */
export const app = {
  description: 'A pocket guide to Hawaiʻi that opens with a scan.',
};
