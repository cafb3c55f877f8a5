// How the documents are searched: what of a question counts, which sections answer it and in which order, and what of
// them is marked.

// Words that say nothing of what is sought; they count only where there are no others.
const LITTLE = new Set(['a', 'an', 'and', 'any', 'are', 'as', 'at', 'be', 'by', 'can', 'do', 'does', 'for', 'from', 'get', 'have', 'how',
  'i', 'if', 'in', 'is', 'it', 'its', 'me', 'my', 'of', 'on', 'or', 'should', 'so', 'that', 'the', 'their', 'there', 'this', 'to',
  'use', 'using', 'want', 'we', 'what', 'when', 'where', 'which', 'with', 'you', 'your']);
// Of these, readers write one and the documents another: each stands for the others too.
const SAME = ['create', 'custom', 'define', 'own', 'write'];
const FEW = 3; // answers with all words, below which those with some of them follow
const AROUND = 60; // characters before what was found

const LOOK = {
  boost: { name: 4, under: 2 },
  fuzzy: term => term.length > 4 ? 0.2 : false,
};
const LESS = 0.6; // what a word of SAME counts if another of them was asked for

// `MiniSearch`: the class of that library; `sections`: the list in search.json. Returns what looks words up in them.
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

// The words of a question that count.
function readQuestion(words) {
  const terms = words.map(word => word.toLowerCase()).filter(Boolean), telling = terms.filter(term => !LITTLE.has(term));
  return telling.length ? telling : terms;
}

// The text around the first of these words: pieces of it, every second of them such a word.
export function cutExcerpt(text, terms) {
  const words = terms.map(term => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).sort((one, other) => other.length - one.length);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu'), first = Math.max(text.search(pattern), 0);
  const start = first > AROUND ? text.indexOf(' ', first - AROUND) + 1 : 0, end = text.indexOf(' ', start + 3 * AROUND);
  const [head, ...rest] = text.slice(start, end < 0 ? text.length : end).split(pattern);
  const pieces = [(start ? '… ' : '') + head, ...rest];
  pieces[pieces.length - 1] += end < 0 ? '' : ' …';
  return pieces;
}
