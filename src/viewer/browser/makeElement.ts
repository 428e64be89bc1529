/** An element with a class and children; texts are texts, never markup. */
export function makeElement(name: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  element.append(...children);
  return element;
}

export function linkTo(address: string, className: string, ...children: (Node | string)[]): HTMLAnchorElement {
  const link = document.createElement('a');
  link.className = className;
  link.href = address;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  link.append(...children);
  return link;
}
