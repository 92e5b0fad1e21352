/**
 * Words for the finer kinds of listings, by the English ones that advertisers give. In English these are the words, so that
 * none stands here; other languages have theirs, and say the category of what they do not know.
 */
export const subcategories: Readonly<Record<string, string>> = {};
