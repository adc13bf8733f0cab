/** What the route table tells the shell of a screen. */
export interface RouteHandle {
  /** For the window's title and for announcing the screen; the screen may set a better one when it knows more. */
  readonly title: string;
  /** The screen takes the whole content area: no main navigation, no scrolling by the shell. */
  readonly fullBleed?: boolean;
}
