// A link with the part embed=1 shows the board and its player alone, for a frame in another page.
const parts = location.hash.slice(1).split('&'), rest = parts.filter(part => part !== 'embed=1');
if (rest.length < parts.length) {
  document.body.dataset.embed = '';
  const link = document.getElementById('open-whole');
  link.href = `${location.pathname}${location.search}#${rest.join('&')}`;
  link.parentElement.hidden = false;
}
