'use strict';

// Searches all parts of all pages: the headings that have every word come first, then the texts that do.
const results = document.getElementById('results');
document.getElementById('search').addEventListener('input', event => {
  const words = event.target.value.toLowerCase().split(/\s+/).filter(word => word);
  const has = text => words.every(word => text.toLowerCase().includes(word));
  const found = words.length === 0 ? [] : [
    ...HEADINGS.filter(([heading]) => has(heading)),
    ...HEADINGS.filter(([heading, , text]) => !has(heading) && has(heading + ' ' + text))
  ];
  results.replaceChildren(...found.slice(0, 20).map(([heading, page]) => {
    const link = document.createElement('a');
    link.href = document.body.dataset.top + page;
    link.textContent = heading;
    const item = document.createElement('li');
    item.append(link);
    return item;
  }));
  if (words.length > 0 && found.length === 0) {
    const none = document.createElement('li');
    none.textContent = 'nothing found';
    results.append(none);
  }
});
