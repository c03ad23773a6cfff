'use strict';

// Searches the headings of all pages: each has to contain every word.
const results = document.getElementById('results');
document.getElementById('search').addEventListener('input', event => {
  const words = event.target.value.toLowerCase().split(/\s+/).filter(word => word);
  const found = words.length === 0 ? [] : HEADINGS.filter(([heading]) => words.every(word => heading.toLowerCase().includes(word)));
  results.replaceChildren(...found.slice(0, 20).map(([heading, page]) => {
    const link = document.createElement('a');
    link.href = document.body.dataset.top + page;
    link.textContent = heading;
    const item = document.createElement('li');
    item.append(link);
    return item;
  }));
});
