/** Paths on a 24 px grid. */
const ICONS = {
  about: 'M11 7h2v2h-2zm0 4h2v6h-2zm1-9a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 18a8 8 0 1 1 0-16 8 8 0 0 1 0 16z',
  share:
    'M18 16a3 3 0 0 0-2 .8l-7.1-4.2a3 3 0 0 0 0-1.3L16 7.2A3 3 0 1 0 15 5l.1.7-7.1 4.1a3 3 0 1 0 0 4.4l7.1 4.2-.1.6a3 3 0 1 0 3-3z',
  quality:
    'M19.4 13a7.5 7.5 0 0 0 0-2l2.1-1.6-2-3.5-2.5 1a7.3 7.3 0 0 0-1.7-1L15 3.3h-4l-.4 2.6a7.3 7.3 0 0 0-1.7 1l-2.5-1-2 3.5L6.6 11a7.5 7.5 0 0 0 0 2l-2.1 1.6 2 3.5 2.5-1c.5.4 1 .7 1.7 1l.4 2.6h4l.4-2.6a7.3 7.3 0 0 0 1.7-1l2.5 1 2-3.5zM13 15.5a3.5 3.5 0 1 1 0-7 3.5 3.5 0 0 1 0 7z',
  captions:
    'M19 4H5a2 2 0 0 0-2 2v12c0 1.1.9 2 2 2h14a2 2 0 0 0 2-2V6a2 2 0 0 0-2-2zm-8 7H9.500v-.5h-2v3h2V13H11v1a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1zm7 0h-1.500v-.5h-2v3h2V13H18v1a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1z',
  picture: 'M19 11h-8v6h8zm2-8H3a2 2 0 0 0-2 2v14c0 1.100.9 2 2 2h18a2 2 0 0 0 2-2V5a2 2 0 0 0-2-2zm0 16H3V5h18z',
  cast: 'M21 3H3a2 2 0 0 0-2 2v3h2V5h18v14h-7v2h7a2 2 0 0 0 2-2V5a2 2 0 0 0-2-2zM1 18v3h3a3 3 0 0 0-3-3zm0-4v2a5 5 0 0 1 5 5h2a7 7 0 0 0-7-7zm0-4v2a9 9 0 0 1 9 9h2A11 11 0 0 0 1 10z',
  airplay:
    'M6 22h12l-6-6zM21 3H3a2 2 0 0 0-2 2v12c0 1.100.9 2 2 2h4v-2H3V5h18v12h-4v2h4a2 2 0 0 0 2-2V5a2 2 0 0 0-2-2z',
} as const;
type IconName = keyof typeof ICONS;

const SVG = 'http://www.w3.org/2000/svg';

export function iconOf(name: IconName): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}

export function iconButton(icon: IconName, label: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `vjs-control vjs-button watch-button watch-button-${icon}`;
  button.title = label;
  button.setAttribute('aria-label', label);
  button.append(iconOf(icon));
  return button;
}

export interface Popover {
  button: HTMLButtonElement;
  panel: HTMLElement;
  show(shown: boolean): void;
}

/** A button with a panel; only one panel of a player is open. `fill`: called on each opening. */
export function createPopover(icon: IconName, label: string, fill: (panel: HTMLElement) => void): Popover {
  const button = iconButton(icon, label);
  const panel = makeElement('div', `watch-panel watch-panel-${icon}`);
  panel.id = `watch-${icon}-${Math.random().toString(36).slice(2)}`;
  panel.setAttribute('role', 'group');
  panel.setAttribute('aria-label', label);
  button.setAttribute('aria-controls', panel.id);
  const show = (shown: boolean) => {
    if (shown) {
      for (const other of panel.parentElement?.querySelectorAll<HTMLElement>('.watch-panel:not([hidden])') ?? [])
        if (other !== panel) other.dispatchEvent(new Event('close'));
      fill(panel);
    }
    panel.hidden = !shown;
    button.setAttribute('aria-expanded', String(shown));
  };
  show(false);
  panel.addEventListener('close', () => show(false));
  button.addEventListener('click', () => show(panel.hidden !== false));
  for (const element of [button, panel]) {
    element.addEventListener('keydown', (event) => {
      // Keeps key presses away from the player.
      if (element === panel) event.stopPropagation();
      if (event.key !== 'Escape' || panel.hidden) return;
      show(false);
      button.focus();
    });
    element.addEventListener('click', (event) => event.stopPropagation());
  }
  return { button, panel, show };
}

/** Strings become text nodes, never markup. */
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
