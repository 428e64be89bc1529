import type { ComponentProps } from 'react';
import { Spinner } from '../feedback/Waiting.tsx';
import { type DrawingName, Icon } from '../look/icons.tsx';

/** `main`: the primary action. `danger`: destructive, asks first. `dangerMain`: confirms it. */
type Kind = 'main' | 'plain' | 'quiet' | 'danger' | 'dangerMain';

const classes: Record<Kind, string> = {
  main: 'button button-main',
  plain: 'button button-plain',
  quiet: 'button button-quiet',
  danger: 'button button-danger',
  dangerMain: 'button button-danger-main',
};

type Native = Omit<ComponentProps<'button'>, 'className' | 'style' | 'aria-label'>;

type ButtonProps = Native & {
  kind?: Kind;
  icon?: DrawingName | undefined;
  /** Shown and announced as busy; presses are ignored, and the focus stays. */
  busy?: boolean;
  wide?: boolean;
};

export function Button({ kind = 'plain', icon, busy = false, wide, type = 'button', children, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={busy ? 'button' : type}
      className={wide ? `${classes[kind]} button-wide` : classes[kind]}
      {...(busy ? { onClick: undefined, 'aria-busy': true, 'aria-disabled': true } : {})}
    >
      {busy && <Spinner />}
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

type LinkButtonProps = Omit<ComponentProps<'a'>, 'className' | 'style'> & {
  href: string;
  kind?: Kind;
  icon?: DrawingName | undefined;
};

/** `href`: a hash route (`#/…`), or an external page, which opens in a new tab. */
export function LinkButton({ kind = 'plain', icon, href, children, ...rest }: LinkButtonProps) {
  const external = href.startsWith('#') ? {} : { target: '_blank', rel: 'noreferrer' };
  return (
    <a {...external} {...rest} href={href} className={classes[kind]}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

type IconButtonProps = Native & { icon: DrawingName; label: string };

export function IconButton({ icon, label, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} aria-label={label} className="button button-icon">
      <Icon name={icon} />
    </button>
  );
}

export function IconLink({ icon, label, href }: { icon: DrawingName; label: string; href: string }) {
  const external = href.startsWith('#') ? {} : { target: '_blank', rel: 'noreferrer' };
  return (
    <a {...external} href={href} aria-label={label} className="button button-icon">
      <Icon name={icon} />
    </a>
  );
}
