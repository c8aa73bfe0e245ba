/** What stands at the top of a screen: an instruction to who is waited for, the news to everybody else. */
export interface Head {
  title: string;
  text: string;
}
