// return_route.ts - the table that one was about to sit down at when an account was needed first: the way back to it.
import type { Route } from "./route";
import { Store } from "./store";

export const returnRoute = new Store<Route | null>(null);
