// Searches the documents: which words of a query count, which sections match and in which order, and which words are
// marked.

// Words that say little about a query. They count only in a query without other words.
const LITTLE = new Set(['a', 'an', 'and', 'any', 'are', 'as', 'at', 'be', 'by', 'can', 'do', 'does', 'for', 'from', 'get', 'have', 'how',
  'i', 'if', 'in', 'is', 'it', 'its', 'me', 'my', 'of', 'on', 'or', 'should', 'so', 'that', 'the', 'their', 'there', 'this', 'to',
  'use', 'using', 'want', 'we', 'what', 'when', 'where', 'which', 'with', 'you', 'your']);
// Words that mean the same: if a query contains one of them, the search looks for all of them.
const SAME = ['create', 'custom', 'define', 'own', 'write'];
const FEW = 3; // results with all words: if there are fewer, results with some of the words follow
const AROUND = 60; // characters before the first match

const LOOK = {
  boost: { name: 4, under: 2 },
  fuzzy: term => term.length > 4 ? 0.2 : false,
};
const LESS = 0.6; // the weight of a word of SAME if the query contains another one

// `MiniSearch`: the library's class. `sections`: the list in search.json. Returns a function from a query to its results.
export function makeSearch(MiniSearch, sections) {
  const index = new MiniSearch({ fields: ['name', 'under', 'text'], storeFields: ['heading', 'page', 'url', 'text'] });
  const named = ({ heading, page }) => heading ? { name: heading, under: page } : { name: page, under: '' };
  index.addAll(sections.map((section, id) => ({ ...section, ...named(section), id })));
  const tokenize = MiniSearch.getDefault('tokenize');
  return asked => {
    const terms = readQuestion(tokenize(asked)), isSame = term => SAME.includes(term);
    const queries = terms.filter(term => !isSame(term));
    if (terms.some(isSame)) queries.push({ queries: SAME, combineWith: 'OR' });
    const prefix = term => term.length > 2 && terms.includes(term), boostTerm = term => terms.includes(term) ? 1 : LESS;
    const look = combineWith => index.search({ queries, combineWith }, { ...LOOK, prefix, boostTerm });
    const all = look('AND');
    if (all.length >= FEW || queries.length < 2) return all;
    const met = new Set(all.map(({ id }) => id));
    return [...all, ...look('OR').filter(({ id }) => !met.has(id))];
  };
}

// Returns the words of a query that count.
function readQuestion(words) {
  const terms = words.map(word => word.toLowerCase()).filter(Boolean), telling = terms.filter(term => !LITTLE.has(term));
  return telling.length ? telling : terms;
}

// Returns the text around the first of these words, in pieces: every second piece is one of the words.
export function cutExcerpt(text, terms) {
  const words = terms.map(term => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).sort((one, other) => other.length - one.length);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu'), first = Math.max(text.search(pattern), 0);
  const start = first > AROUND ? text.indexOf(' ', first - AROUND) + 1 : 0, end = text.indexOf(' ', start + 3 * AROUND);
  const [head, ...rest] = text.slice(start, end < 0 ? text.length : end).split(pattern);
  const pieces = [(start ? '… ' : '') + head, ...rest];
  pieces[pieces.length - 1] += end < 0 ? '' : ' …';
  return pieces;
}
